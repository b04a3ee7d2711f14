import { deepEqual, ok } from "node:assert/strict";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { indentationProblems } from "../../python/indentation.ts";
import { type PythonScan, scanPython } from "../../python/scanner.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { oracleFiles, readSource } from "./corpus.ts";

const RUNS = IS_FULL_TIER ? 200_000 : 5_000;
const FILES = IS_FULL_TIER ? 2_000 : 40;
const EDITS_OF_A_FILE = 5;

/** Whole lines, so that most sources have no problems and their lines can be reused. */
const LINES = [
  ...Array.from({ length: 30 }, (_, index) => `name_${index} = call(${index})  # why`),
  ...[
    "a = 1",
    "a(",
    ")",
    "a(b, 'c')",
    "if a: b",
    "@a",
    "class A:",
    "class A: pass",
    "class",
    "def",
    "async",
    "async def",
    "f(): pass",
    "def a(b): return b",
  ],
  ...[
    "    def a(self):",
    "    def b(self): ...",
    "    @a",
    "        return 1",
    "\tb",
    "    # c",
    "# c",
    "",
    "  ",
    "\f",
    "lambda: 1",
  ],
  ...['"""', "'''a", "b'''", "a = '''b'''", "a = \\", "\\", "f'{a}'", "'a", "x = [", "]", "é = 1"],
];

const FRAGMENTS = [
  ...LINES,
  ...LINES.map((line) => `${line}\n`),
  ..."()[]{}:#\\'\"\n\r\t\f \ufeff\0",
  ...["\r\n", "def ", "class ", "lambda ", "    ", "# coding: rot13\n"],
];

Deno.test("scanPython returns the same result with any earlier version", () => {
  const source = fc.array(fc.constantFrom(...LINES), { maxLength: 12 }).chain((lines) =>
    fc.constantFrom("\n", "\r\n", "\r").map((eol) => lines.map((line) => line + eol).join(""))
  );
  const insert = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 4 });
  const edit = fc.tuple(source, fc.nat(), fc.nat({ max: 12 }), insert);
  let reused = 0;
  fc.assert(
    fc.property(edit, ([before, place, remove, insert]) => {
      const offset = place % (before.length + 1);
      const removed = Math.min(remove, before.length - offset);
      reused += reusedAfter(before, [{ offset, remove: removed, insert: insert.join("") }]);
    }),
    { numRuns: RUNS },
  );
  ok(reused > RUNS / 4, `Only ${reused} lines were reused`);
});

Deno.test("scanPython returns the same result with an earlier version of a real file", async () => {
  let reused = 0;
  for (const [seed, { path }] of (await oracleFiles(FILES)).entries()) {
    const before = await readSource(path);
    for (let edit = 1; edit <= EDITS_OF_A_FILE; edit++) {
      const offset = Math.floor(before.length * ((seed * 0.37 + edit * 0.61) % 1));
      const from = Math.floor(before.length * ((seed * 0.71 + edit * 0.29) % 1));
      const insert = before.slice(from, from + 10 * edit);
      const remove = Math.min(7 * (edit % 3), before.length - offset);
      reused += reusedAfter(before, [{ offset, remove, insert }]);
    }
  }
  ok(reused > FILES * EDITS_OF_A_FILE, `Only ${reused} lines were reused`);
});

/**
 * Compares a scan that knows the text before edits with a scan that does not.
 *
 * @returns The number of lines that the first scan reused.
 */
function reusedAfter(before: string, edits: readonly TextEdit[]): number {
  const earlier = scanPython(before);
  const after = applyEdits(before, edits);
  const quick = scanPython(after, earlier);
  const fresh = scanPython(after);
  const edit = JSON.stringify({ before, after });
  deepEqual(facts(quick), facts(fresh), edit);
  const known = new Set(earlier.lines);
  return quick.lines.filter((line) => known.has(line)).length;
}

/** All properties of a scan. */
function facts(scan: PythonScan) {
  return {
    lines: scan.lines.map(
      ({ lineStart, start, end, next, indent, body, indentation, row, endRow }) =>
        [lineStart, start, end, next, indent, body, indentation, row, endRow].join(" "),
    ),
    problems: scan.problems,
    eol: scan.eol,
    indentUnit: scan.indentUnit,
    blocks: indentationProblems(scan),
  };
}
