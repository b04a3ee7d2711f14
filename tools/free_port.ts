/** Free ports, for servers that cannot choose one themselves. */

/** Returns a free loopback port. Another program may take it before the server does. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
