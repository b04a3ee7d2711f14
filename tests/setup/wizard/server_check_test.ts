/** Wrong servers: setup sends them no key, and writes nothing for them. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withServer } from "../../http/run_server.ts";
import { atDesk, connecting, type Desk, hasNoKey } from "./desk.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

interface Stranger {
  readonly url: string;
  /** The `Authorization` headers that the stranger received. */
  readonly heard: readonly string[];
}

/** Another program's tool server on this computer. */
async function withStranger<T>(name: string, test: (stranger: Stranger) => Promise<T>): Promise<T> {
  const heard: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const key = request.headers.get("authorization");
    if (key !== null) heard.push(key);
    const { id, method } = await request.json();
    const result = method === "initialize" ? { serverInfo: { name } } : { tools: [{}, {}] };
    return Response.json({ jsonrpc: "2.0", id, result });
  });
  try {
    return await test({ url: `http://127.0.0.1:${server.addr.port}/mcp`, heard });
  } finally {
    await server.shutdown();
  }
}

/** A process that calls itself Layerwright, and forwards requests to the real server. */
async function withRelay<T>(target: string, test: (stranger: Stranger) => Promise<T>): Promise<T> {
  const heard: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const key = request.headers.get("authorization");
    if (key !== null) heard.push(key);
    const { method, url } = request;
    const headers = new Headers(request.headers);
    headers.delete("host");
    const body = method === "POST" ? await request.bytes() : null;
    const { pathname, search } = new URL(url);
    return await fetch(new URL(pathname + search, target), { method, headers, body });
  });
  try {
    return await test({ url: `http://127.0.0.1:${server.addr.port}/mcp`, heard });
  } finally {
    await server.shutdown();
  }
}

const UNPROVEN =
  /^Warning: The server at http:\S+ did not prove that it has the key in ~\/\.config\/layerwright\/local-key\nHint: .*layerwright serve.*--api-key-stdin$/ms;

/** Checks that setup does not send the local server's key to a stranger. */
async function isToldNothing({ setup, tree }: Desk, { url, heard }: Stranger): Promise<void> {
  const before = tree();
  for (const more of ["", " --no-verify", " --dry-run"]) {
    const done = await setup(`--url ${url} --client cursor --yes${more}`);
    deepEqual([done.code, heard], [2, []], done.stdout);
    const ways = more === " --dry-run" ? "--api-key-stdin" : "--api-key-stdin or --device";
    match(done.stderr, UNPROVEN);
    ok(done.stderr.endsWith(`Error: Cannot ask here: add ${ways}.\n`), done.stderr);
  }
  deepEqual(tree(), before);
}

Deno.test("setup sends the local server's key to no other server on this computer", () =>
  withStranger("evil", (stranger) =>
    atDesk(async (desk) => {
      desk.write(".config/layerwright/local-key", `${KEY}\n`);
      await isToldNothing(desk, stranger);
    })));

Deno.test("setup sends the local server's key to no process that poses as the server", () =>
  withServer((server) =>
    withRelay(server.url, (stranger) =>
      atDesk(async (desk) => {
        desk.write(".config/layerwright/local-key", `${server.key}\n`);
        await isToldNothing(desk, stranger);
        // The real server proves the key.
        equal((await desk.setup(`--url ${server.url} --client cursor --yes`)).code, 0);
        // Setup sends a key that the person gave for this address.
        const given = connecting(stranger, "cursor");
        equal((await desk.setup(given, { stdin: server.key })).code, 0);
        ok(stranger.heard.length > 0);
      }))
  ));

Deno.test("setup neither connects nor remembers a server that is not Layerwright", () =>
  withStranger("some\u001b[2Jother", (stranger) =>
    atDesk(async ({ setup, home, tree }) => {
      const before = tree();
      const done = await setup(connecting(stranger, "cursor,codex"), { stdin: KEY });
      equal(done.code, 1, done.stdout);
      match(
        done.stderr,
        /^Error: Cannot use the server: no Layerwright server at http:\S+ \(it is 'some\\u001b\[2Jother'\)\.\nHint: .*--url/m,
      );
      deepEqual(tree(), before);
      hasNothingKept(home);
    })));

for (
  const { behaviour, url, says } of [
    {
      behaviour: "that refuses the key",
      url: null,
      says: /^Error: Cannot use the server: http:\S+ answered 401\.$/m,
    },
    {
      behaviour: "that is unreachable",
      url: "http://127.0.0.1:4/mcp",
      says:
        /^Error: Cannot use the server: no Layerwright server at http:\S+ \(connection refused\)\.$/m,
    },
  ]
) {
  Deno.test(`setup writes nothing for a server ${behaviour} without --no-verify`, () =>
    withServer((server) =>
      atDesk(async ({ setup, read, tree, home }) => {
        const before = tree();
        const words = connecting({ url: url ?? server.url }, "cursor,codex");
        const done = await setup(words, { stdin: KEY });
        equal(done.code, 1, done.stdout);
        match(done.stderr, says);
        equal(done.stdout, "");
        hasNoKey(done, KEY);
        deepEqual(tree(), before);
        hasNothingKept(home);
        equal((await setup(`${words} --no-verify`, { stdin: KEY })).code, 0);
        ok(read(".cursor/mcp.json").includes(KEY));
      })
    ));
}

Deno.test("setup does not save a key that no file got", () =>
  withServer((server) =>
    atDesk(async ({ setup, write, home }: Desk) => {
      write(".cursor/mcp.json", "{");
      const done = await setup(connecting(server, "cursor"), { stdin: server.key });
      equal(done.code, 1, done.stdout);
      hasNothingKept(home);
    })
  ));

function hasNothingKept(home: string): void {
  const kept = [...Deno.readDirSync(home)].filter(({ name }) => name === ".config");
  deepEqual(kept, []);
}
