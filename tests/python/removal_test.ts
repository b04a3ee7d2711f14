/** Adding code to real modules, and removing it again. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { appendToClass, appendToModule } from "../../python/edit.ts";
import { addImport } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { removeSymbols } from "../../python/remove_symbols.ts";
import { addedSymbols } from "../../python/symbols.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { oracleFiles, readSource } from "./corpus.ts";

const REMOVALS = IS_FULL_TIER ? 10_000 : 300;
const MAX_SOURCE_LENGTH = 30_000;

const CODE = "@decorated\ndef inserted_here(self):\n    # Code.\n    return needed_here(self)\n";

const PLACES: readonly ((module: PythonModule, seed: number) => readonly TextEdit[] | null)[] = [
  (module) => appendToModule(module, CODE),
  (module, seed) => {
    const after = module.definitions[seed % module.definitions.length];
    return after === undefined ? null : appendToModule(module, CODE, { after });
  },
  (module, seed) => {
    const classes = module.definitions.filter(({ kind, inline }) => kind === "class" && !inline);
    const name = classes[seed % classes.length]?.name;
    const edits = name === undefined ? null : appendToClass(module, name, [CODE, CODE]);
    return edits === null || "problem" in edits ? null : edits;
  },
];

/** Leaves out blank lines. Without a formatter, a module may have any number of them. */
function squeezed(text: string): string {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").join("\n");
}

Deno.test("removeSymbols removes exactly the additions to real modules", async () => {
  let checked = 0;
  const files = await oracleFiles(REMOVALS);
  for (const [seed, { path }] of files.entries()) {
    const source = await readSource(path);
    const module = readPython(source);
    const edits = PLACES[seed % PLACES.length]?.(module, seed) ?? null;
    if (source.length > MAX_SOURCE_LENGTH || module.problems.length > 0 || edits === null) continue;
    const from = ["os.path", "flask_new", "api.services.new_service", ".new"][seed % 4] ?? "";
    const added = readPython(applyEdits(source, edits));
    const text = applyEdits(added.source, addImport(added, from, "needed_here"));
    const after = readPython(text);
    const removal = removeSymbols(after, addedSymbols(module, after));
    equal(squeezed(removal.text), squeezed(source), path);
    deepEqual(removal.left, []);
    deepEqual(readPython(removal.text).problems, []);
    checked++;
  }
  ok(checked > files.length / 3, `Checked only ${checked} removals in ${files.length} files`);
});
