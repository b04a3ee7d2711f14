import { equal } from "node:assert/strict";
import { keptConnection } from "../tools/kept_connection.ts";
import { serveApp } from "./served.ts";

const WITHOUT_CONTENT = new Set([204, 205, 304]);

Deno.test("a client gets every status of a server on one connection", async () => {
  const fetch = (request: Request) => {
    const [, status, kind] = new URL(request.url).pathname.split("/");
    const body = kind === "empty" || WITHOUT_CONTENT.has(Number(status)) ? null : `"${status}"`;
    return new Response(body, { status: Number(status) });
  };
  const server = await serveApp({ fetch });
  try {
    using client = await keptConnection(server.port);
    for (let status = 200; status < 600; status++) {
      for (const kind of ["empty", "content"]) {
        for (const method of ["GET", "HEAD", "POST"]) {
          const line = `${method} /${status}/${kind}`;
          equal((await client.ask(line)).status, status, line);
        }
      }
    }
  } finally {
    await server.shutdown();
  }
});
