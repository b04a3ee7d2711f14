/** Showing the built site, on this computer alone. */

import { serveStatic } from "hono/deno";
import { Hono } from "hono";
import { relative } from "node:path";

/**
 * Serves a folder on a loopback address.
 *
 * @param port 0 for any that is free.
 */
export function serveSite(folder: string, port: number): Deno.HttpServer<Deno.NetAddr> {
  const app = new Hono();
  app.use(serveStatic({ root: relative(Deno.cwd(), folder) }));
  const onListen = () => console.log(`http://127.0.0.1:${port}`);
  return Deno.serve({ hostname: "127.0.0.1", port, onListen }, app.fetch);
}
