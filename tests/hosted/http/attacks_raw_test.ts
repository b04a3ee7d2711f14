/** Malformed HTTP over a real connection. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { serveApp } from "../../http/served.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

interface Known {
  readonly session: string;
  readonly key: string;
  readonly token: string;
}

interface Hostile {
  readonly behaviour: string;
  /** The request line and headers, and the body after an empty line. */
  readonly lines: (known: Known) => readonly string[];
  readonly status: RegExp;
}

const FORM = "Content-Type: application/x-www-form-urlencoded";

const TABLE: readonly Hostile[] = [
  {
    behaviour: "TRACE, which would echo a session's cookie",
    lines: (
      { session },
    ) => ["TRACE /keys HTTP/1.1", "Host: localhost", `Cookie: session=${session}`],
    status: /^4\d\d$|^501$|^none$/,
  },
  {
    behaviour: "TRACE, which would echo a key",
    lines: ({ key }) => ["TRACE /mcp HTTP/1.1", "Host: localhost", `Authorization: Bearer ${key}`],
    status: /^4\d\d$|^501$|^none$/,
  },
  {
    behaviour: "CONNECT",
    lines: () => ["CONNECT evil.example:443 HTTP/1.1", "Host: localhost"],
    status: /^4\d\d$|^501$|^none$/,
  },
  {
    behaviour: "a page without a Host header",
    lines: ({ session }) => ["GET /keys HTTP/1.0", `Cookie: session=${session}`],
    status: /^40[03]$/,
  },
  {
    behaviour: "two Host headers",
    lines: ({ session }) => [
      "GET /keys HTTP/1.1",
      "Host: localhost",
      "Host: evil.example",
      `Cookie: session=${session}`,
    ],
    status: /^40[03]$/,
  },
  {
    behaviour: "another server's URL in the request line",
    lines: ({ session }) => [
      "GET http://evil.example/keys HTTP/1.1",
      "Host: evil.example",
      `Cookie: session=${session}`,
    ],
    status: /^40[03]$/,
  },
  {
    behaviour: "our URL in the request line, and another Host",
    lines: ({ session }) => [
      "GET http://localhost/keys HTTP/1.1",
      "Host: evil.example",
      `Cookie: session=${session}`,
    ],
    status: /^40[03]$/,
  },
  {
    behaviour: "a form with two Origin headers",
    lines: ({ session, token }) => [
      "POST /keys HTTP/1.1",
      "Host: localhost",
      "Origin: http://localhost",
      "Origin: https://evil.example",
      `Cookie: session=${session}`,
      FORM,
      `Content-Length: ${`name=x&form_token=${token}`.length}`,
      "",
      `name=x&form_token=${token}`,
    ],
    status: /^40[03]$/,
  },
  {
    behaviour: "a form with a declared length over the limit",
    lines: ({ session, token }) => [
      "POST /keys HTTP/1.1",
      "Host: localhost",
      `Cookie: session=${session}`,
      FORM,
      "Content-Length: 70000",
      "",
      `name=x&form_token=${token}`,
    ],
    status: /^413$/,
  },
  {
    behaviour: "a form with Content-Length and Transfer-Encoding",
    lines: ({ session, token }) => [
      "POST /logout HTTP/1.1",
      "Host: localhost",
      `Cookie: session=${session}`,
      FORM,
      "Content-Length: 4",
      "Transfer-Encoding: chunked",
      "",
      "0",
      "",
      "POST /keys HTTP/1.1",
      `X: name=x&form_token=${token}`,
    ],
    status: /^4\d\d$|^none$/,
  },
];

/** Returns everything that a server sends. */
async function answerTo(port: number, text: string): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const written = new Blob([text]).stream().pipeTo(connection.writable, { preventClose: true })
    .catch(() => {});
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  const length = await connection.read(buffer).catch(() => null);
  connection.close();
  await written;
  return decoder.decode(buffer.subarray(0, length ?? 0));
}

async function known(app: TestedHostedApp): Promise<Known> {
  const owner = await app.owner();
  const key = await keyOf(owner);
  const { forms } = await owner.open("/keys");
  const token = forms.find(({ action }) => action === "/keys")?.fields["form_token"] ?? "";
  return { session: owner.cookies.get("session") ?? "", key, token };
}

forEachServed("malformed HTTP changes nothing", async (database) => {
  const app = await hostedApp(database);
  const secrets = await known(app);
  const rows = await storedRows(database);
  const server = await serveApp(app);
  const { port } = server;
  for (const { behaviour, lines, status } of TABLE) {
    const sent = lines(secrets);
    const text = sent.includes("")
      ? sent.join("\r\n")
      : `${[...sent, "Connection: close"].join("\r\n")}\r\n\r\n`;
    const answer = await answerTo(port, text);
    match(/^HTTP\/1\.[01] (\d{3}) /.exec(answer)?.[1] ?? "none", status, behaviour);
    for (const secret of Object.values(secrets)) {
      doesNotMatch(answer, new RegExp(secret), behaviour);
    }
    deepEqual(await storedRows(database), rows, behaviour);
  }
  const fine = await answerTo(port, "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n");
  match(fine, /^HTTP\/1\.1 200 /);
  await server.shutdown();
  equal(app.inFlight(), 0);
  doesNotMatch(app.lines.join(""), /"bug"/);
});
