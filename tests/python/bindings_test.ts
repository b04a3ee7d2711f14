import { deepEqual, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import { oracleFiles, readSource } from "./corpus.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const BOUND_NAMES = fileURLToPath(new URL("../testdata/python/bound_names.py", import.meta.url));

const NAMES: readonly (readonly [source: string, names: readonly string[]])[] = [
  ["a = b = 1\nc: int = 2\nd += 3", ["a", "b", "c", "d"]],
  ["a, (b, *c) = [d, e] = f", ["a", "b", "c", "d", "e"]],
  ["a.b = c[d] = e(f).g = 1\nh == 2\ni(j=3)", []],
  ["import a, b.c, d.e as f\nfrom g import h, i as j\nfrom k import *", [
    "a",
    "b",
    "f",
    "h",
    "j",
    "*",
  ]],
  ["if a := b: c = 1\nelse: from d import e; f = 2", ["a", "c", "e", "f"]],
  ["try:\n    import a\nexcept E as b:\n    c = 1", ["a", "b", "c"]],
  ["for a, (b) in c: pass\nfor (h) in i: pass\nwith d as e, f() as g: pass", [
    "a",
    "b",
    "h",
    "e",
    "g",
  ]],
  ["def a(b):\n    c = 1\n\nclass D:\n    e = 2\n\n@f\nasync def g(): h = 3", ["a", "D", "g"]],
];

Deno.test("bindings lists the names that a module binds", () => {
  for (const [source, names] of NAMES) {
    deepEqual(bindings(readPython(source)).map(({ name }) => name), names, source);
  }
});

Deno.test("bindings marks imports for type checkers", () => {
  const source =
    "if TYPE_CHECKING:\n    import a\nelse:\n    import b\nif t.TYPE_CHECKING: import c\n";
  deepEqual(
    bindings(readPython(source)).map(({ name, isTypeOnly }) => [name, isTypeOnly]),
    [["a", true], ["b", false], ["c", true]],
  );
});

Deno.test("bindings treats the branches of a statement as one statement", () => {
  const source = "a = 1\ntry:\n    a = 2\nexcept E:\n    a = 3\na = 4\n";
  deepEqual(bindings(readPython(source)).map(({ statement }) => statement), [0, 1, 1, 5]);
});

Deno.test("bindings finds every name that CPython binds", async () => {
  const files = await oracleFiles(IS_FULL_TIER ? undefined : 150);
  const stdin = files.map(({ path }) => path).join("\n");
  const { stdout, stderr } = await runCommand(python(), ["-B", BOUND_NAMES], { stdin });
  const answers = stdout.trimEnd().split("\n");
  deepEqual(answers.length, files.length, stderr);
  const missed = [];
  for (const [index, { path }] of files.entries()) {
    const source = await readSource(path);
    const ours = new Set(bindings(readPython(source)).map(({ name }) => name));
    const theirs: readonly string[] = JSON.parse(answers[index] ?? "[]");
    // CPython treats `del a` as a binding.
    const deleted = (name: string) => new RegExp(`^\\s*del .*\\b${name}\\b`, "m").test(source);
    missed.push(
      ...theirs.filter((name) => !ours.has(name) && !deleted(name)).map((name) =>
        `${path} ${name}`
      ),
    );
  }
  ok(files.length >= 100, "there is something to compare");
  deepEqual(missed, []);
});
