/** A local server with releases, in the layout of GitHub. */

export interface Releases {
  /** The value for `LAYERWRIGHT_DOWNLOAD_URL`. */
  readonly url: string;
  /** The requested paths, relative to `url`, in order. */
  readonly asked: readonly string[];
}

/** The response of a path: a file's bytes or text, or any other response. */
export type Answer = string | Uint8Array<ArrayBuffer> | (() => Response | Promise<Response>);

/**
 * Serves releases while a test runs.
 *
 * @param answers Responses by path, such as `/latest/download/SHA256SUMS`. Other paths return 404.
 */
export async function withReleases<T>(
  answers: Readonly<Record<string, Answer>>,
  test: (releases: Releases) => Promise<T>,
): Promise<T> {
  const asked: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const path = new URL(request.url).pathname.replace(/^\/releases/, "");
      asked.push(path);
      const answer = answers[path];
      if (answer === undefined) return new Response("no such file", { status: 404 });
      return typeof answer === "function" ? await answer() : new Response(answer);
    },
  );
  try {
    return await test({ url: `http://127.0.0.1:${server.addr.port}/releases`, asked });
  } finally {
    await server.shutdown();
  }
}

/** Returns a file's line in SHA256SUMS. */
export async function sumLine(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  return `${sum}  ${name}\n`;
}
