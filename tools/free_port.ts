/** Ports for servers that have to be told theirs. */

/** A port of the loopback that nobody has. Another program may take it before the server does. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
