/** Finding the local server without --url: any process can listen at its address. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { keyProof } from "../../core/key_proof.ts";
import { LOCAL_URL } from "../../setup/server.ts";
import { createDiskHost } from "../../setup/disk_host.ts";
import { findServer } from "../../setup/choose_server.ts";
import { readKeyFiles } from "../../setup/credentials.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const LOCAL_KEY = `lw_${"0123456789abcdef".repeat(4)}`;
const OTHER_KEY = `lw_${"fedcba9876543210".repeat(4)}`;

interface Case {
  readonly behaviour: string;
  /** The key that the process at the address has, or `null`. */
  readonly has: string | null;
  readonly given?: string;
  readonly keyFromEnv?: true;
  /** The contents of `credentials.json` after an earlier run. */
  readonly kept?: { readonly last: string; readonly keys: Readonly<Record<string, string>> };
  readonly finds: { readonly key: string | null } | RegExp;
}

const CASES: readonly Case[] = [
  {
    behaviour: "with its own key if the server proves that key",
    has: LOCAL_KEY,
    finds: { key: LOCAL_KEY },
  },
  { behaviour: "without a key if the server proves none", has: null, finds: { key: null } },
  {
    behaviour: "without a key if the server proves another one",
    has: OTHER_KEY,
    finds: { key: null },
  },
  {
    behaviour: "with a given key if the server proves that key",
    has: OTHER_KEY,
    given: OTHER_KEY,
    finds: { key: OTHER_KEY },
  },
  {
    behaviour: "not with a given key that the server does not prove",
    has: null,
    given: OTHER_KEY,
    finds: /^The server at \S+ did not prove that it has the API key\.$/,
  },
  {
    behaviour: "not with a key of the environment that the server does not prove",
    has: null,
    keyFromEnv: true,
    finds: /^The server at \S+ did not prove that it has the API key\.$/,
  },
  ...[
    { whose: "given", given: OTHER_KEY },
    { whose: "environment's", keyFromEnv: true as const },
    { whose: "kept" },
  ].map(({ whose, ...how }) => ({
    behaviour:
      `not with the ${whose} key if the server does not prove it, even after an earlier run`,
    has: null,
    ...how,
    kept: { last: LOCAL_URL, keys: { [LOCAL_URL]: OTHER_KEY } },
    finds: /^The server at \S+ did not prove that it has the API key\.$/,
  })),
  {
    behaviour: "with a kept key if the server proves that key",
    has: OTHER_KEY,
    kept: { last: LOCAL_URL, keys: { [LOCAL_URL]: OTHER_KEY } },
    finds: { key: OTHER_KEY },
  },
];

for (const { behaviour, has, given = null, keyFromEnv = false, kept, finds } of CASES) {
  Deno.test(`findServer() finds the local server without --url ${behaviour}`, () =>
    inTemporaryFolder(async (home) => {
      writeFiles(home, { ".config/layerwright/local-key": `${LOCAL_KEY}\n` });
      if (kept !== undefined) {
        const text = JSON.stringify({ version: 1, ...kept });
        writeFiles(home, { ".config/layerwright/credentials.json": text });
      }
      const env: Record<string, string> = { HOME: home, LAYERWRIGHT_API_KEY: OTHER_KEY };
      const sent: unknown[] = [];
      const host = {
        ...createDiskHost((name) => env[name], home, () => {}),
        send(address: string, init: RequestInit) {
          sent.push([address, init]);
          return Promise.resolve(answer(new URL(address), has));
        },
      };
      const keys = readKeyFiles(host);
      ok(!("severity" in keys));
      const found = await findServer(host, keys, { url: null, key: given, keyFromEnv });
      ok(found !== null);
      if (finds instanceof RegExp) {
        ok("severity" in found);
        match(found.message, finds);
        match(found.hint ?? "", /--url/);
      } else {
        deepEqual(found, { url: LOCAL_URL, ...finds });
      }
      const text = JSON.stringify(sent);
      equal([LOCAL_KEY, OTHER_KEY].some((key) => text.includes(key)), false);
    }));
}

/** The answer of a process that calls itself Layerwright. */
function answer({ origin, pathname, searchParams }: URL, key: string | null): Response {
  if (pathname !== "/proof") {
    const headers = { "www-authenticate": 'Bearer realm="layerwright"' };
    return new Response(null, { status: 401, headers });
  }
  if (key === null) return new Response(null, { status: 404 });
  return new Response(keyProof(key, origin, searchParams.get("nonce") ?? ""));
}
