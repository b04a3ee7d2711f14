/**
 * Serves clients' documents over https on this computer, and lets the server fetch them. Otherwise,
 * it fetches nothing from this computer.
 */

import {
  createPublicFetch,
  type Network,
  type PublicFetch,
} from "../../../../hosted/http/public_fetch.ts";

const FOLDER = new URL("../../../testdata/tls/", import.meta.url);

/**
 * The authority of the certificate for `client.test` and `other.test`, valid for a hundred years.
 */
const AUTHORITY = Deno.readTextFileSync(new URL("authority.crt", FOLDER));

/** A free port of this computer, and the certificate of `client.test`. */
const ADDRESS = {
  hostname: "127.0.0.1",
  port: 0,
  cert: Deno.readTextFileSync(new URL("client_test.crt", FOLDER)),
  key: Deno.readTextFileSync(new URL("client_test.key", FOLDER)),
};

/** The running document server. */
export interface Documents {
  readonly port: number;
  /** Number of connections so far. */
  connections(): number;
}

/** Serves documents during a test. */
export async function withDocuments(
  answer: (request: Request) => Response | Promise<Response>,
  test: (documents: Documents) => Promise<void>,
): Promise<void> {
  let asked = 0;
  const server = Deno.serve({ ...ADDRESS, onListen() {} }, (request) => {
    asked++;
    return answer(request);
  });
  try {
    await test({ port: server.addr.port, connections: () => asked });
  } finally {
    await server.shutdown();
  }
}

/**
 * Serves one raw text to every connection of a test.
 *
 * @param answer The whole answer: head and body.
 */
export async function withRawDocument(
  answer: string,
  test: (port: number) => Promise<void>,
): Promise<void> {
  const listener = Deno.listenTls(ADDRESS);
  const served = (async () => {
    for await (const connection of listener) await answerRaw(connection, answer);
  })();
  try {
    await test(listener.addr.port);
  } finally {
    listener.close();
    await served;
  }
}

/**
 * Serves a document on a connection that stays open until the client closes it.
 *
 * @param test Returns after the answer. `withOpenConnection` returns only once the client has closed
 *   the connection.
 */
export async function withOpenConnection(test: (port: number) => Promise<void>): Promise<void> {
  const listener = Deno.listenTls(ADDRESS);
  const served = (async () => {
    const connection = await listener.accept();
    const received = new Uint8Array(4_096);
    await connection.read(received);
    await connection.write(
      new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
    );
    while (await connection.read(received).catch(() => null) !== null) { /* Until the end. */ }
    connection.close();
  })();
  try {
    await test(listener.addr.port);
    await served;
  } finally {
    listener.close();
  }
}

async function answerRaw(connection: Deno.TlsConn, answer: string): Promise<void> {
  const writer = connection.writable.getWriter();
  try {
    await connection.read(new Uint8Array(4_096));
    await writer.write(new TextEncoder().encode(answer));
    await writer.close();
  } catch {
    // A client that refuses the answer closes the connection, and says so in its own test.
  }
}

/** Creates a public fetch with one exception: it may also fetch from one port of this computer. */
export function networkOf(port: number, lookup: Network["lookup"]): PublicFetch {
  return createPublicFetch({
    lookup,
    isOpen: (address, asked) => address === "127.0.0.1" && asked === port,
    authorities: [AUTHORITY],
  });
}
