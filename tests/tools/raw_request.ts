/** Sends raw HTTP requests to a server in this process. */

import type { RawAnswer } from "./raw_answers.ts";

/** Sends bytes as Latin-1 on a new connection, and reads until the server closes the connection. */
export async function rawRequest(port: number, request: string): Promise<RawAnswer> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await writeAll(connection, latin1Bytes(request));
  const answer = latin1Text(await readAll(connection));
  const end = answer.indexOf("\r\n\r\n");
  const [line = "", ...headers] = answer.slice(0, end).split("\r\n");
  return {
    status: Number(line.split(" ")[1]),
    headers: headers.map((each) => {
      const at = each.indexOf(": ");
      return [each.slice(0, at), each.slice(at + 2)] as const;
    }),
    body: answer.slice(end + 4),
  };
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
}

async function readAll(connection: Deno.Conn): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const buffer = new Uint8Array(64 * 1024);
    const length = await connection.read(buffer);
    if (length === null) return await new Blob(parts).bytes();
    parts.push(buffer.subarray(0, length));
  }
}

/** Returns text whose characters are bytes. */
export function latin1Text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** Returns the bytes of text whose characters are bytes. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
}
