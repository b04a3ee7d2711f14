/** Serves the built site on this computer. */

import { Hono } from "hono";
import { serveStatic } from "hono/deno";
import { relative } from "node:path";

/**
 * Serves a folder on a loopback address.
 *
 * @param port The port; 0 for any free one.
 * @param onListen Receives the address.
 */
export function serveSite(
  folder: string,
  port: number,
  onListen: (origin: string) => void = () => {},
): Deno.HttpServer<Deno.NetAddr> {
  const app = new Hono();
  app.use(serveStatic({ root: relative(Deno.cwd(), folder) }));
  const options = {
    hostname: "127.0.0.1",
    port,
    onListen: (address: Deno.NetAddr) => onListen(`http://127.0.0.1:${address.port}`),
  };
  return Deno.serve(options, app.fetch);
}
