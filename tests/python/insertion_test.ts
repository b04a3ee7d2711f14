import { deepEqual, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { appendToClass, appendToModule } from "../../python/edit.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { addImport, readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import { oracleFiles, readSource } from "./corpus.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

interface Insertion {
  readonly edits: readonly TextEdit[];
  /** The inserted code that the checker looks for. */
  readonly inserted: Readonly<Record<string, string>>;
}

const CHECKER = fileURLToPath(new URL("../testdata/python/insertions.py", import.meta.url));
const INSERTIONS = IS_FULL_TIER ? 10_000 : 125;
// More cases than insertions: some files have no class, and some do not parse with tabs in place of
// spaces.
const CASES = Math.ceil(INSERTIONS * 1.2);
const MAX_SOURCE_LENGTH = 30_000;

const CODE = [
  "@decorated(",
  "    1,",
  ")",
  "def inserted_here(self):",
  "    if self:",
  '        return """',
  "  text",
  '"""',
  "    return [",
  "        2,",
  "    ]",
  "",
].join("\n");

const VARIANTS: readonly ((source: string) => string)[] = [
  (source) => source,
  (source) => source.replaceAll("\n", "\r\n"),
  (source) => source.replaceAll("\n", "\r"),
  (source) => source.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
  (source) => `\ufeff${source.replace(/^\ufeff/, "")}`,
  (source) => source.trimEnd(),
];

const KINDS: readonly ((module: PythonModule, seed: number) => Insertion | null)[] = [
  functionAtEnd,
  functionAfter,
  method,
  importOfNewModule,
  importOfKnownModule,
];

Deno.test("appendToModule, appendToClass and addImport only insert text", async () => {
  const cases = await insertionCases();
  const stdin = cases.map((each) => JSON.stringify(each)).join("\n");
  const { stdout, stderr } = await runCommand(python(), ["-B", CHECKER], { stdin });
  const reports = stdout.trimEnd().split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line)
  );
  const { checked } = reports.pop() ?? { checked: 0 };
  deepEqual(reports.slice(0, 3), [], stderr);
  ok(checked >= INSERTIONS, `Checked only ${checked} insertions ${stderr}`);
});

async function insertionCases(): Promise<unknown[]> {
  const cases = [];
  const files = await oracleFiles(IS_FULL_TIER ? undefined : INSERTIONS);
  for (const [seed, { path }] of files.entries()) {
    const original = (await readSource(path)).replace(/\r\n?/g, "\n");
    if (original.length > MAX_SOURCE_LENGTH) continue;
    for (const [number, variant] of variantsFor(seed).entries()) {
      const module = readPython(variant(original));
      const insertion = insertionFor(module, seed + number);
      if (module.problems.length > 0 || insertion === null) continue;
      const after = applyEdits(module.source, insertion.edits);
      cases.push({ path, before: module.source, after, ...insertion.inserted });
    }
    if (cases.length >= CASES) break;
  }
  return cases;
}

function variantsFor(seed: number): readonly ((source: string) => string)[] {
  return IS_FULL_TIER ? VARIANTS : [...VARIANTS, ...VARIANTS].slice(seed % 6, (seed % 6) + 2);
}

function insertionFor(module: PythonModule, seed: number): Insertion | null {
  return KINDS[seed % KINDS.length]?.(module, seed) ?? null;
}

function functionAtEnd(module: PythonModule): Insertion {
  return { edits: appendToModule(module, CODE), inserted: { function: "inserted_here" } };
}

function functionAfter(module: PythonModule, seed: number): Insertion | null {
  const after = module.definitions[seed % module.definitions.length];
  if (after === undefined) return null;
  const edits = appendToModule(module, CODE, { after });
  return { edits, inserted: { function: "inserted_here" } };
}

function method(module: PythonModule, seed: number): Insertion | null {
  const classes = module.definitions.filter(({ kind }) => kind === "class");
  const name = classes[seed % classes.length]?.name;
  if (name === undefined) return null;
  const edits = appendToClass(module, name, [CODE]);
  return "problem" in edits ? null : { edits, inserted: { class: name, method: "inserted_here" } };
}

function importOfNewModule(module: PythonModule, seed: number): Insertion {
  const from = ["os.path", "flask_new", "api.services.new_service", ".new"][seed % 4] ?? "";
  return importOf(module, from, "inserted_here");
}

function importOfKnownModule(module: PythonModule, seed: number): Insertion | null {
  const known = readImports(module).filter(({ kind, line }) =>
    kind === "from" && module.lines[line]?.indent === 0
  );
  const from = known[seed % known.length]?.module;
  if (from === undefined || from === "__future__") return null;
  return importOf(module, from, ["INSERTED", "Inserted", "inserted"][seed % 3] ?? "");
}

function importOf(module: PythonModule, from: string, member: string): Insertion {
  return { edits: addImport(module, from, member), inserted: { module: from, member } };
}
