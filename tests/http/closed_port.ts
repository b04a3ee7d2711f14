/** Waits until a server has stopped listening. */

/** Waits until connections to an address are refused. */
export async function closedPort(url: string | URL): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    try {
      (await Deno.connect({ hostname, port: Number(port) })).close();
    } catch (problem) {
      if (problem instanceof Deno.errors.ConnectionRefused) return;
      // The connection was in the accept queue of the closing server.
      const { ConnectionReset, NotConnected } = Deno.errors;
      if (!(problem instanceof ConnectionReset || problem instanceof NotConnected)) throw problem;
    }
  }
}
