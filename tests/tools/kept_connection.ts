/** A client that sends all its requests on one connection. */

import { latin1Text } from "./raw_request.ts";

/** A response. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

/** A connection to a server on this computer. */
export interface KeptConnection extends Disposable {
  /**
   * Sends a request without a body, and reads the response.
   *
   * @param request The request's line, and its headers. `Host` has a default.
   * @throws {Error} If the response does not say where it ends (RFC 9112, section 6.3), so that a client would wait
   * until the server closes the connection, or if the server closes it.
   */
  ask(...request: readonly [line: string, ...headers: string[]]): Promise<KeptAnswer>;
}

/** Opens a connection. */
export async function keptConnection(port: number): Promise<KeptConnection> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  let unread = "";
  const readMore = async () => {
    const buffer = new Uint8Array(64 * 1024);
    const length = await connection.read(buffer);
    if (length === null) throw new Error("The server closed the connection");
    unread += latin1Text(buffer.subarray(0, length));
  };
  const take = async (length: number) => {
    while (unread.length < length) await readMore();
    const taken = unread.slice(0, length);
    unread = unread.slice(length);
    return taken;
  };
  const takeThrough = async (end: string) => {
    while (!unread.includes(end)) await readMore();
    return await take(unread.indexOf(end) + end.length);
  };
  const takeChunks = async (): Promise<string> => {
    const length = Number.parseInt(await takeThrough("\r\n"), 16);
    const chunk = (await take(length + 2)).slice(0, length);
    return length === 0 ? "" : chunk + await takeChunks();
  };
  return {
    async ask(line, ...headers) {
      if (unread !== "") throw new Error(`The server sent more than a response: ${unread}`);
      const host = headers.some((each) => each.startsWith("Host:")) ? [] : ["Host: localhost"];
      const lines = [`${line} HTTP/1.1`, ...host, ...headers, "", ""];
      await connection.write(new TextEncoder().encode(lines.join("\r\n")));
      const head = await takeThrough("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      const length = /^content-length: (\d+)\r$/im.exec(head)?.[1];
      if (/^connection: close\r$/im.test(head)) throw new Error(`The connection ends: ${head}`);
      if (line.startsWith("HEAD ") || [204, 304].includes(status)) return { status, body: "" };
      if (/^transfer-encoding: chunked\r$/im.test(head)) {
        return { status, body: await takeChunks() };
      }
      if (length === undefined) throw new Error(`The response has no end: ${head}`);
      return { status, body: await take(Number(length)) };
    },
    [Symbol.dispose]: () => connection.close(),
  };
}
