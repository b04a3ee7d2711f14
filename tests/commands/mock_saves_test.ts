/** Callers never notice that a spec is saved during their requests. */

import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { reloading } from "../../commands/mock_reload.ts";
import { readFile } from "../../commands/disk_host.ts";
import { sleep } from "../../core/sleep.ts";
import { createMockServer } from "../../mock/mock_server.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { watchFile } from "../../workspace/watched_file.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const SAVES = IS_FULL_TIER ? 1_000 : 20;
const CALLERS = 20;

/** Returns a spec whose mock contains only the number of the save. */
function specOf(save: number): string {
  const mock = Array.from({ length: 50 }, () => save);
  return JSON.stringify({ routes: { a: { type: "GET", mock }, [`a${save}`]: { type: "GET" } } });
}

Deno.test(`${SAVES} saves of a spec while ${CALLERS} callers ask`, () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "spec.json");
    const text = specOf(0);
    await Deno.writeTextFile(path, text);
    const spec = checkedSpec(text);
    const mock = createMockServer(spec, {
      name: path,
      title: "shop",
      cors: false,
      isLocal: false,
      delayMs: 0,
      wait: sleep,
      now: () => 0,
      onAnswer: () => {},
    });
    let served = 0;
    let isNext = Promise.withResolvers<void>();
    const watched = watchFile(
      path,
      reloading({ spec, text }, {
        name: path,
        read: () => readFile(path, 1024),
        parse: (text) => Promise.resolve(readSpec(text, { path })),
        pause: sleep,
        serve(next) {
          mock.replace(next);
          served++;
          isNext.resolve();
          isNext = Promise.withResolvers();
        },
        keep: () => {},
      }),
    );
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      mock.fetch,
    );
    const url = `http://127.0.0.1:${server.addr.port}/a`;
    let isDone = false;
    let asked = 0;
    const callers = Array.from({ length: CALLERS }, async () => {
      let latest = 0;
      while (!isDone) {
        const response = await fetch(url);
        equal(response.status, 200);
        const values = new Set<number>(await response.json());
        equal(values.size, 1, "a mixture of two specs");
        const [value = -1] = values;
        ok(value >= latest, "an earlier spec came back");
        latest = value;
        asked++;
      }
    });
    for (let save = 1; save <= SAVES; save++) {
      const next = isNext.promise;
      await Deno.writeTextFile(path, specOf(save));
      await next;
    }
    isDone = true;
    await Promise.all(callers);
    watched.stop();
    equal(served, SAVES);
    ok(asked >= SAVES, "the callers asked");
  }));
