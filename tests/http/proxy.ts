/** A proxy for tests of the proxy variables. */

/** A running proxy. */
export interface Proxy {
  /** The variables that select the proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** The first line of each received request. */
  readonly asked: readonly string[];
}

/** Runs a test with a proxy that records and refuses all requests. */
export async function withProxy<T>(test: (proxy: Proxy) => Promise<T>): Promise<T> {
  const asked: string[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served = serve(listener, asked);
  const address = `http://127.0.0.1:${listener.addr.port}`;
  // Windows ignores case in names of variables.
  const names = ["http_proxy", "https_proxy", "all_proxy"];
  const all = Deno.build.os === "windows"
    ? names
    : names.flatMap((name) => [name, name.toUpperCase()]);
  // Deno would check for updates through the proxy.
  const env = {
    ...Object.fromEntries(all.map((name) => [name, address])),
    DENO_NO_UPDATE_CHECK: "1",
  };
  try {
    return await test({ env, asked });
  } finally {
    listener.close();
    await served;
  }
}

async function serve(listener: Deno.Listener, asked: string[]): Promise<void> {
  for await (const connection of listener) {
    using client = connection;
    const request = new Uint8Array(1024);
    const length = await client.read(request) ?? 0;
    asked.push(new TextDecoder().decode(request.subarray(0, length)).split("\r\n")[0] ?? "");
    await client.write(new TextEncoder().encode("HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n"));
  }
}
