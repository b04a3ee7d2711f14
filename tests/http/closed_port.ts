/** Waiting for the moment from which a server lets nobody in. */

/** Waits until nobody listens at an address any more. */
export async function closedPort(url: string | URL): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    try {
      (await Deno.connect({ hostname, port: Number(port) })).close();
    } catch (problem) {
      if (problem instanceof Deno.errors.ConnectionRefused) return;
      // It was in the queue of a server that just closed.
      if (!(problem instanceof Deno.errors.ConnectionReset)) throw problem;
    }
  }
}
