/**
 * An in-memory registry with JSR's two interfaces: the API that `deno publish` uses, and the public files
 * (https://jsr.io/docs/api).
 */

import { unpackTar } from "modern-tar";

/** The files of a registry, by URL path. */
type Files = Map<string, Uint8Array<ArrayBuffer> | string>;

/** A running registry. */
export interface LocalJsr extends AsyncDisposable {
  /** The value for `JSR_URL`. */
  readonly url: string;
  /** The sizes of the published files, by path, such as `/@scope/name/1.0.0/mod.ts`. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer> | string>;
}

/** Starts an empty registry on a free port. */
export function startLocalJsr(): LocalJsr {
  const files: Files = new Map();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => answer(request, files),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    files,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const VERSION_ROUTE = new URLPattern({
  pathname: "/api/scopes/:scope/packages/:name/versions/:version",
});
const PACKAGE_ROUTE = new URLPattern({ pathname: "/api/scopes/:scope/packages/:name" });
const TASK = { id: "published", status: "success", error: null };

async function answer(request: Request, files: Files): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith("/api/")) {
    const file = files.get(decodeURIComponent(pathname));
    return file === undefined ? missing("fileNotFound") : new Response(file);
  }
  const version = VERSION_ROUTE.exec(request.url)?.pathname.groups;
  if (version !== undefined && request.method === "POST" && request.body !== null) {
    const { scope = "", name = "", version: number = "" } = version;
    const config = searchParams.get("config") ?? "";
    await publish({ scope, name, version: number }, config, request.body, files);
    return Response.json(TASK);
  }
  if (PACKAGE_ROUTE.test(request.url)) return Response.json({ githubRepository: null });
  if (/^\/api\/publish(?:_status|ing_tasks)\//.test(pathname)) return Response.json(TASK);
  return missing("packageVersionNotFound");
}

function missing(code: string): Response {
  return Response.json({ code, message: "Not found" }, { status: 404 });
}

interface Release {
  readonly scope: string;
  readonly name: string;
  readonly version: string;
}

async function publish(
  { scope, name, version }: Release,
  configPath: string,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  files: Files,
): Promise<void> {
  const root = `/@${scope}/${name}`;
  const manifest: Record<string, unknown> = {};
  let config = "{}";
  for (
    const { header, data } of await unpackTar(body.pipeThrough(new DecompressionStream("gzip")))
  ) {
    if (header.type !== "file") continue;
    const path = `/${header.name.replace(/^\.?\//, "")}`;
    const bytes = new Uint8Array(data ?? []);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    files.set(`${root}/${version}${path}`, bytes);
    manifest[path] = { size: bytes.length, checksum: `sha256-${digest.toHex()}` };
    if (path === configPath) config = new TextDecoder().decode(bytes);
  }
  const { exports } = JSON.parse(config);
  files.set(`${root}/${version}_meta.json`, JSON.stringify({ manifest, exports }));
  const versions = { [version]: {} };
  files.set(`${root}/meta.json`, JSON.stringify({ scope, name, latest: version, versions }));
}
