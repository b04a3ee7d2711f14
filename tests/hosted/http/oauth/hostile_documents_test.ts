/** Clients' documents must not block the server. */

import { doesNotMatch, equal } from "node:assert/strict";
import { createHostedApp } from "../../../../hosted/http/app.ts";
import { withDatabase } from "../../storage/on_both.ts";
import { hostedApp } from "../hosted_app.ts";
import { staysResponsive } from "../../../http/health_probe.ts";
import { serveApp } from "../../../http/served.ts";
import { networkOf, withRawDocument } from "./documents.ts";
import { authorizePath } from "./played_client.ts";

const OK = "HTTP/1.1 200 OK\r\n";

const HOSTILE: Readonly<Record<string, string>> = {
  "a header with 60,000 spaces": `${OK}x: a${" ".repeat(60_000)}b\r\n\r\n{}`,
  "a header with 16,000 spaces": `${OK}x: a${" ".repeat(16_000)}b\r\n\r\n{}`,
  "60 kB in chunks of a byte": `${OK}Transfer-Encoding: chunked\r\n\r\n${
    "1\r\n \r\n".repeat(60_000)
  }0\r\n\r\n`,
  "a chunk's extension of 1 MB": `${OK}Transfer-Encoding: chunked\r\n\r\n1;${
    "a".repeat(1_000_000)
  }\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  "20,000 interim responses": `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(20_000)}${OK}\r\n{}`,
  "10,000 headers": `${OK}${"a:\r\n".repeat(10_000)}\r\n{}`,
};

Deno.test("a client's document does not block the server", () =>
  withDatabase("sqlite", async (database) => {
    const usual = await hostedApp(database);
    await usual.owner();
    for (const [what, answer] of Object.entries(HOSTILE)) {
      await withRawDocument(answer, async (port) => {
        const lookup = () => Promise.resolve(["127.0.0.1"]);
        const app = createHostedApp({
          ...usual.options,
          allowedHosts: ["127.0.0.1"],
          fetchPublic: networkOf(port, lookup),
        });
        const path = (name: string) => authorizePath(usual, `https://client.test:${port}/${name}`);
        const server = await serveApp(app);
        const origin = `http://127.0.0.1:${server.port}`;
        const ask = async (name: string) => {
          const response = await fetch(origin + path(name));
          await response.body?.cancel();
          return response.status;
        };
        // The first document loads the authorization server and TLS.
        equal(await ask("first"), 400, what);
        equal(await staysResponsive(origin, () => ask("second")), 400, what);
        await server.shutdown();
      });
    }
    doesNotMatch(usual.lines.join(""), /"bug"/);
  }));
