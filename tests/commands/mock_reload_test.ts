import { deepEqual } from "node:assert/strict";
import type { FileRead } from "../../commands/host.ts";
import { reloading } from "../../commands/mock_reload.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const GOOD = '{"routes": {"a": {"type": "GET"}}}';
const OTHER = '{"routes": {"b": {"type": "GET"}}}';

/** The text of the file at each read after one change, and the expected steps. */
const CASES: readonly (readonly [behaviour: string, reads: readonly string[], said: unknown[]])[] =
  [
    ["serves a valid save", [OTHER], ["serve b"]],
    ["ignores a save without a change", [GOOD], []],
    ["waits for the rest of a save", [OTHER.slice(0, 20), OTHER], ["pause", "serve b"]],
    ["ignores a save that is undone at once", ["", GOOD], ["pause"]],
    ["keeps the last good spec", ["{", "{"], ["pause", "keep 1"]],
    ["says every error", ['{"routes": {"a": {}, "b": {}}}'], ["pause", "keep 2"]],
    ["survives an exception", ["broken", "broken", OTHER], ["keep 1"]],
    ["reports a file that is gone", ["unreadable"], ["pause", "keep 1"]],
  ];

for (const [behaviour, reads, said] of CASES) {
  Deno.test(`reloading() ${behaviour}`, async () => {
    const log: string[] = [];
    const left = [...reads];
    const done = Promise.withResolvers<void>();
    const change = reloading({ spec: checkedSpec(GOOD), text: GOOD }, {
      name: "spec.json",
      read() {
        const text = (left.length > 1 ? left.shift() : left[0]) ?? "";
        // The last microtasks of the reload run before the timer.
        setTimeout(done.resolve, 0);
        return Promise.resolve(readOf(text));
      },
      parse: (text) =>
        text === "broken"
          ? Promise.reject(new TypeError("a is undefined"))
          : Promise.resolve(readSpec(text, { path: "spec.json" })),
      pause: () => Promise.resolve(void log.push("pause")),
      serve: ({ routes }) => void log.push(`serve ${routes.map(({ name }) => name)}`),
      keep: (diagnostics) => void log.push(`keep ${diagnostics.length}`),
    });
    change();
    await done.promise;
    deepEqual(log, said);
  });
}

function readOf(text: string): FileRead {
  if (text === "unreadable") return { kind: "failed", reason: "No such file or directory" };
  return { kind: "read", bytes: new TextEncoder().encode(text) };
}
