/** Clients identified by the URL of a document (draft-ietf-oauth-client-id-metadata-document). */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { createHostedApp } from "../../../../hosted/http/app.ts";
import type { Database } from "../../../../hosted/storage/database.ts";
import { forEachServed } from "../../storage/on_both.ts";
import { openBrowser } from "../browser.ts";
import { CLIENT, hostedApp, OWNER, type TestedHostedApp } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import { networkOf, withDocuments } from "./documents.ts";
import {
  answerConsent,
  askToRegister,
  authorizePath,
  codeFor,
  REDIRECT_URI,
} from "./played_client.ts";

const REDIRECT = "http://localhost:4444/callback";

/** A lookup that resolves every name to this computer. */
const toThisComputer = () => Promise.resolve(["127.0.0.1"]);

/** An app that fetches documents from one port of this computer. */
async function appWithDocuments(database: Database, port: number): Promise<TestedHostedApp> {
  const usual = await hostedApp(database);
  await usual.owner();
  const app = createHostedApp({
    ...usual.options,
    fetchPublic: networkOf(port, toThisComputer),
  });
  const send = async (request: Request) => await app.fetch(request, CLIENT);
  const browser = () => openBrowser(send, usual.origin);
  return { ...usual, ...app, send, browser };
}

async function loggedIn(app: TestedHostedApp) {
  const browser = app.browser();
  await browser.send(await browser.open("/login"), "/login", OWNER);
  return browser;
}

/** An `OAuthClientProvider` of the MCP SDK that keeps everything in memory. */
class RememberingProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: "Agent", redirect_uris: [REDIRECT] };
  readonly clientMetadataUrl: string;
  asked: URL | undefined;
  #kept = new Map<string, unknown>();

  constructor(clientMetadataUrl: string) {
    this.clientMetadataUrl = clientMetadataUrl;
  }

  state = () => "remembered";
  clientInformation = () => this.#kept.get("client") as { client_id: string } | undefined;
  saveClientInformation = (client: unknown) => void this.#kept.set("client", client);
  tokens = () => this.#kept.get("tokens") as { access_token: string; token_type: string };
  saveTokens = (tokens: unknown) => void this.#kept.set("tokens", tokens);
  redirectToAuthorization = (url: URL) => void (this.asked = url);
  saveCodeVerifier = (verifier: string) => void this.#kept.set("verifier", verifier);
  codeVerifier = () => String(this.#kept.get("verifier"));
  saveDiscoveryState = (state: unknown) => void this.#kept.set("discovery", state);
  discoveryState = () => this.#kept.get("discovery") as undefined;
}

forEachServed(
  "@modelcontextprotocol/client connects with the URL of its document",
  async (database) => {
    let clientId = "";
    const document = () =>
      Response.json({
        client_id: clientId,
        client_name: "Agent",
        redirect_uris: [REDIRECT],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
    await withDocuments(document, async ({ port, connections }) => {
      const app = await appWithDocuments(database, port);
      clientId = `https://client.test:${port}/client.json`;
      const provider = new RememberingProvider(clientId);
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(`${app.origin}/mcp`), {
          authProvider: provider,
          fetch: (url, init) => {
            const request = new Request(url, init);
            request.headers.set("host", "localhost");
            return app.send(request);
          },
        });
      const first = transport();
      const client = new Client({ name: "tests", version: "1.0.0" });
      await client.connect(first).then(
        () => ok(false, "it was let in"),
        (problem) => ok(problem instanceof UnauthorizedError, String(problem)),
      );
      equal(provider.asked?.searchParams.get("client_id"), clientId);

      const browser = await loggedIn(app);
      const page = await browser.open(provider.asked?.href ?? "");
      match(page.html, /<dt>Verified domain<\/dt><dd>client\.test:\d+</);
      const target = await answerConsent(browser, app, page.path);
      equal(target.origin + target.pathname, REDIRECT);
      await first.finishAuth(target.searchParams);

      const again = new Client({ name: "tests", version: "1.0.0" });
      await again.connect(transport());
      equal((await again.listTools()).tools.length, 8);
      await again.close();
      equal(connections(), 1);
      const { oauth_records: rows = [] } = await storedRows(database);
      ok(!rows.some((row) => row.includes('"kind":"Client"')), "nothing was registered");
      doesNotMatch(app.lines.join(""), /"bug"/);
    });
  },
);

interface Refused {
  readonly behaviour: string;
  /** The client's id, if it differs from the document's address. */
  readonly id?: (port: number) => string;
  readonly answer?: (id: string) => Response;
}

const documentOf = (id: string, others = {}) => ({
  client_id: id,
  client_name: "Agent",
  redirect_uris: ["http://127.0.0.1:4444/callback"],
  token_endpoint_auth_method: "none",
  ...others,
});

/** A document that never ends. */
function endless(): ReadableStream<Uint8Array<ArrayBuffer>> {
  const spaces = new TextEncoder().encode(" ".repeat(1024));
  return new ReadableStream({ pull: (controller) => controller.enqueue(spaces) });
}

const REFUSED: readonly Refused[] = [
  {
    behaviour: "a document of another client",
    answer: (id) => Response.json(documentOf(`${id}2`)),
  },
  { behaviour: "text", answer: () => new Response("Hello") },
  { behaviour: "a list", answer: (id) => Response.json([documentOf(id)]) },
  { behaviour: "null", answer: () => Response.json(null) },
  {
    behaviour: "status 404",
    answer: (id) => Response.json(documentOf(id), { status: 404 }),
  },
  {
    behaviour: "a redirect",
    answer: () => Response.redirect("https://other.test/", 302),
  },
  {
    behaviour: "a client secret",
    answer: (id) =>
      Response.json(documentOf(id, {
        client_secret: "known",
        token_endpoint_auth_method: "client_secret_post",
      })),
  },
  {
    behaviour: "a redirect to a script URL",
    answer: (id) => Response.json(documentOf(id, { redirect_uris: ["javascript:alert(1)"] })),
  },
  {
    behaviour: "a document without the requested redirect URI",
    answer: (id) => Response.json(documentOf(id, { redirect_uris: ["https://a.example/"] })),
  },
  {
    behaviour: "a redirect to a site without TLS",
    answer: (id) => {
      const redirect_uris = ["http://127.0.0.1:4444/callback", "http://a.example/"];
      return Response.json(documentOf(id, { application_type: "web", redirect_uris }));
    },
  },
  {
    behaviour: "eleven redirect URIs",
    answer: (id) => {
      const more = Array.from({ length: 10 }, (_, at) => `https://a.example/${at}`);
      const redirect_uris = ["http://127.0.0.1:4444/callback", ...more];
      return Response.json(documentOf(id, { redirect_uris }));
    },
  },
  {
    behaviour: "a document of six kilobytes",
    answer: (id) => Response.json(documentOf(id, { client_uri: `https://a/${"a".repeat(6_000)}` })),
  },
  { behaviour: "a document without end", answer: () => new Response(endless()) },
  { behaviour: "plain http", id: (port) => `http://client.test:${port}/` },
  { behaviour: "a port that is not open", id: () => "https://client.test/" },
  { behaviour: "a loopback address", id: (port) => `https://127.0.0.2:${port}/` },
  { behaviour: "a link-local address", id: () => "https://169.254.169.254/latest/meta-data" },
  { behaviour: "a URL with a user", id: (port) => `https://a@client.test:${port}/` },
  { behaviour: "a URL with a fragment", id: (port) => `https://client.test:${port}/#a` },
  { behaviour: "a URL with dots", id: (port) => `https://client.test:${port}/a/../b` },
  { behaviour: "a URL with spaces", id: (port) => ` https://client.test:${port}/` },
];

/** Returns all rows except counts of requests. */
async function rowsButCounts(database: Database): Promise<Record<string, string[]>> {
  const { login_attempts: _, ...rows } = await storedRows(database);
  return rows;
}

forEachServed("invalid documents are refused", async (database) => {
  let current: Refused = { behaviour: "" };
  let id = "";
  await withDocuments(
    () => current.answer?.(id) ?? Response.json(documentOf(id)),
    async ({ port, connections }) => {
      const app = await appWithDocuments(database, port);
      const browser = await loggedIn(app);
      // The first request creates the server's signing keys.
      equal((await browser.request(authorizePath(app, "nobody"))).status, 400);
      const rows = await rowsButCounts(database);
      for (const [at, refused] of REFUSED.entries()) {
        current = refused;
        // Another document each time, because the server caches documents.
        id = refused.id?.(port) ?? `https://client.test:${port}/${at}`;
        const before = connections();
        const response = await browser.request(authorizePath(app, id));
        const html = await response.text();
        equal(response.status, 400, `${refused.behaviour}: ${html}`);
        equal(response.headers.get("location"), null, refused.behaviour);
        // Showing the error page causes no further fetch, although the page could name the client.
        equal(connections() - before, refused.answer === undefined ? 0 : 1, refused.behaviour);
        deepEqual(await rowsButCounts(database), rows, refused.behaviour);
      }
      doesNotMatch(app.lines.join(""), /"bug"/);
    },
  );
});

/**
 * Members of client metadata that contain URLs. Only the URL of the document identifies the client,
 * none of these.
 */
const NAMED = [
  "backchannel_logout_uri",
  "client_uri",
  "initiate_login_uri",
  "jwks_uri",
  "logo_uri",
  "policy_uri",
  "sector_identifier_uri",
  "tos_uri",
];

forEachServed("no other URL in a client's metadata is fetched", async (database) => {
  let document: unknown = {};
  const paths: string[] = [];
  const answer = ({ url }: Request) => {
    paths.push(new URL(url).pathname);
    return Response.json(document);
  };
  await withDocuments(answer, async ({ port }) => {
    const app = await appWithDocuments(database, port);
    const browser = await loggedIn(app);
    const uri = (name: string) => `https://client.test:${port}/${name}`;
    const redirects = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: "none" };
    for (const name of NAMED) {
      const metadata = { ...redirects, client_secret: "a secret of its own", [name]: uri(name) };
      const { status, body } = await askToRegister(app, metadata);
      ok(status === 201 || status === 400, `${name} ${status}`);
      ok(!("client_secret" in body), name);
      if (status === 201) await codeFor(browser, app, String(body["client_id"]));
    }
    deepEqual(paths, []);
    const clientId = uri("client.json");
    const named = Object.fromEntries(NAMED.map((name) => [name, uri(name)]));
    document = { ...redirects, ...named, client_id: clientId };
    await codeFor(browser, app, clientId);
    deepEqual(paths, ["/client.json"]);
    const rows = JSON.stringify(await storedRows(database));
    ok(!rows.includes("a secret of its own"));
  });
});
