/** Documents of clients, by https, on this computer: an exception from the rule that it is not asked. */

import { createPublicFetch, type Network, type PublicFetch } from "../../../http/public_fetch.ts";

const FOLDER = new URL("../../testdata/tls/", import.meta.url);

/** Who says that the certificate is that of `client.test` and `other.test`, for a hundred years. */
const AUTHORITY = Deno.readTextFileSync(new URL("authority.crt", FOLDER));

/** Where documents are. */
export interface Documents {
  readonly port: number;
  /** How often somebody asked. */
  connections(): number;
}

/** Answers for the length of a test. */
export async function withDocuments(
  answer: (request: Request) => Response | Promise<Response>,
  test: (documents: Documents) => Promise<void>,
): Promise<void> {
  let asked = 0;
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen() {},
    cert: Deno.readTextFileSync(new URL("client_test.crt", FOLDER)),
    key: Deno.readTextFileSync(new URL("client_test.key", FOLDER)),
  }, (request) => {
    asked++;
    return answer(request);
  });
  try {
    await test({ port: server.addr.port, connections: () => asked });
  } finally {
    await server.shutdown();
  }
}

/** The guard with one exception: this computer's own address, with one port. */
export function networkOf(port: number, lookup: Network["lookup"]): PublicFetch {
  return createPublicFetch({
    lookup,
    isOpen: (address, asked) => address === "127.0.0.1" && asked === port,
    authorities: [AUTHORITY],
  });
}
