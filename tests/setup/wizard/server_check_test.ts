/** Servers that are not what they should be: they are told no key, and nothing is written for them. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withServer } from "../../http/run_server.ts";
import { atDesk, connecting, type Desk, hasNoKey } from "./desk.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

interface Stranger {
  readonly url: string;
  /** The `Authorization` headers that it was sent. */
  readonly heard: readonly string[];
}

/** A tool server of somebody else's on this computer. */
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

Deno.test("setup tells the local server's key to no other server on this computer", () =>
  withStranger("evil", (stranger) =>
    atDesk(async ({ setup, write, tree }) => {
      write(".config/layerwright/local-key", `${KEY}\n`);
      const before = tree();
      for (const more of ["", " --no-verify", " --dry-run"]) {
        const done = await setup(`--url ${stranger.url} --client cursor --yes${more}`);
        deepEqual([done.code, stranger.heard], [2, []], done.stdout);
        const ways = more === " --dry-run" ? "--api-key-stdin" : "--api-key-stdin or --device";
        equal(done.stderr, `Error: No terminal: add ${ways}.\n`);
      }
      deepEqual(tree(), before);
    })));

Deno.test("setup connects nothing to a server that is not Layerwright, nor remembers it", () =>
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
      behaviour: "that is not there",
      url: "http://127.0.0.1:4/mcp",
      says:
        /^Error: Cannot use the server: no Layerwright server at http:\S+ \(connection refused\)\.$/m,
    },
  ]
) {
  Deno.test(`setup writes nothing for a server ${behaviour}, unless it shall not ask it`, () =>
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

Deno.test("setup keeps no key that it wrote into no file", () =>
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
