/** Three-way merge of a file: the text on disk, its record, and the new generated text. */

import { dataHash, hashesByName, symbolHashes, textHash } from "../../project/facts/code_hash.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { CodePart } from "../code/code_part.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import {
  type DefinitionsMerge,
  mergeModule,
  type Policy,
  type PolicyOf,
  wantedSymbols,
} from "./merge_module.ts";
import { isPure } from "./pure_module.ts";
import { withEolOf } from "../plans/plan.ts";

export interface MergeInput {
  readonly path: ProjectPath;
  /** The text on disk; `null` if the file does not exist. */
  readonly before: string | null;
  /** The text that the spec generates. */
  readonly generated: string;
  /** The record of the file, if Layerwright ever wrote it. */
  readonly known: FileRecord | undefined;
  readonly policy: PolicyOf;
  /** The definitions that have another form than in the text, by name; `null` for those to leave out. */
  readonly inForm?: ReadonlyMap<string, CodePart | null> | undefined;
}

export type MergeOutcome =
  | {
    readonly kind: "merged";
    /** The merged text; equal to the text on disk if nothing changes, `null` if the file stays absent. */
    readonly text: string | null;
    /** Whether the text discards edits at the user's request. */
    readonly replaced: boolean;
    /** The new record; `null` if the file is the user's own and stays out of the manifest. */
    readonly record: FileRecord | null;
  }
  /** An edit conflicts with the spec. */
  | {
    readonly kind: "conflict";
    /** The text without the conflicting edits, but with all other edits. */
    readonly text: string;
    readonly record: FileRecord;
  }
  /** The file does not parse. */
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/**
 * Merges generated text into a file. Files and definitions that people deleted stay deleted, unless
 * the policy restores or replaces them. Definitions that people edited stay, unless the policy
 * replaces them.
 */
export function mergeFile(input: MergeInput): MergeOutcome {
  const { path, before, generated, known, policy } = input;
  if (before === null) {
    if (known !== undefined && !restores(policy(path))) return unchangedFile(null, known);
    return known === undefined && path.endsWith(".py")
      ? newPython(path, generated, policy)
      : asGenerated(path, generated);
  }
  const wanted = withEolOf(before, generated);
  if (before === wanted) {
    return asGenerated(path, wanted);
  }
  if (known === undefined) {
    return isWrittenOnce(path) ? unchangedFile(before, null) : conflict(path, wanted);
  }
  if (path.endsWith(".py")) return mergePython(before, wanted, known, input);
  const edited = contentHash(path, before) !== known.hash;
  const follows = policy(path) === "replace" || policy(path) !== "leave" && !edited;
  return follows
    ? { ...asGenerated(path, wanted), replaced: edited }
    : unchangedFile(before, known);
}

function restores(policy: Policy): boolean {
  return policy === "replace" || policy === "restore";
}

type Merged = MergeOutcome & { readonly kind: "merged" };

function asGenerated(path: ProjectPath, text: string): Merged {
  const record = fileRecord(path, text);
  return { kind: "merged", text, replaced: false, record };
}

function unchangedFile(text: string | null, record: FileRecord | null): Merged {
  return { kind: "merged", text, replaced: false, record };
}

/** Returns a new module without the definitions that the policy leaves out. */
function newPython(path: ProjectPath, generated: string, policy: PolicyOf): Merged {
  const all = symbols(readPython(generated));
  if (all.every(({ name }) => policy(name) !== "leave")) {
    const record = { hash: null, symbols: hashesByName(all) };
    return { kind: "merged", text: generated, replaced: false, record };
  }
  const docstring = generated.slice(0, generated.indexOf("\n") + 1);
  const outcome = mergeModule(docstring, {
    wanted: wantedSymbols(generated),
    known: new Map(),
    policyOf: policy,
  });
  return asGenerated(path, outcome.kind === "merged" ? outcome.text : generated);
}

/** Returns the conflict for a file that would be replaced as a whole. */
function conflict(path: ProjectPath, wanted: string): MergeOutcome {
  return { kind: "conflict", text: wanted, record: fileRecord(path, wanted) };
}

/** Returns the record of a file with the given contents. */
export function fileRecord(path: ProjectPath, text: string): FileRecord {
  return path.endsWith(".py")
    ? { hash: null, symbols: symbolHashes(text) }
    : { hash: contentHash(path, text), symbols: new Map() };
}

function contentHash(path: ProjectPath, text: string): string {
  return DEFAULT_LAYOUT.routeFileAt(path)?.layer === "mock" ? dataHash(text) : textHash(text);
}

function mergePython(
  before: string,
  wanted: string,
  known: FileRecord,
  { path, policy, inForm = new Map() }: MergeInput,
): MergeOutcome {
  const module = readPython(before);
  const pure = isPure(module, known.symbols, readPython(wanted));
  const outcome = mergeModule(before, {
    wanted: wantedSymbols(wanted, inForm),
    known: known.symbols,
    policyOf: policy,
  });
  if (outcome.kind === "unplaced") return conflict(path, wanted);
  if (outcome.kind === "broken") return outcome;
  // If a file contains only generated definitions, it becomes the generated text, in the spec's order.
  const follows = inForm.size === 0 &&
    (pure && !outcome.hasMore && outcome.followsAll && hasDocstringOf(before, wanted) &&
        hasImportsOf(module, readPython(wanted)) ||
      outcome.discards && !outcome.hasMore && hasSameLines(outcome.text, wanted));
  const text = follows ? wanted : outcome.text;
  const record = { hash: null, symbols: recordedSymbols(text, wanted, known, outcome) };
  if (outcome.discards) return { kind: "conflict", text, record };
  return { kind: "merged", text, replaced: outcome.replaces, record };
}

/**
 * Returns the hashes to record. A definition that people edited or deleted keeps its earlier hash,
 * unless its other parts follow. One that was written may have the names that the module has for its
 * imports.
 */
function recordedSymbols(
  text: string,
  wanted: string,
  { symbols: known }: FileRecord,
  { written, followed }: Pick<DefinitionsMerge, "written" | "followed">,
): ReadonlyMap<string, string> {
  const generated = symbolHashes(wanted);
  const recorded = new Map<string, string>();
  for (const symbol of symbols(readPython(text))) {
    const { name } = symbol;
    const earlier = known.get(name);
    const isGenerated = written.has(name) || symbol.hash === generated.get(name);
    const hash = followed.has(name) ? generated.get(name) : isGenerated ? symbol.hash : earlier;
    if (hash !== undefined && !recorded.has(name)) recorded.set(name, hash);
  }
  for (const [name, hash] of known) {
    if (generated.has(name) && !recorded.has(name)) recorded.set(name, hash);
  }
  return recorded;
}

/** Reports whether two modules start with the same line, which is their docstring. */
function hasDocstringOf(a: string, b: string): boolean {
  return a.slice(0, a.indexOf("\n")).trimEnd() === b.slice(0, b.indexOf("\n")).trimEnd();
}

/** Reports whether each name that both modules import comes from the same module. */
function hasImportsOf(a: PythonModule, b: PythonModule): boolean {
  const origins = importOrigins(b);
  return importOrigins(a).entries().every(([name, from]) => (origins.get(name) ?? from) === from);
}

function importOrigins(module: PythonModule): ReadonlyMap<string, string> {
  return new Map(
    readImports(module).flatMap(({ module: from, names }) =>
      names.map(({ name, alias }) => [alias ?? name, from] as const)
    ),
  );
}

/** Reports whether two texts have the same lines in any order. */
export function hasSameLines(a: string, b: string): boolean {
  const sorted = (text: string) => text.split("\n").sort().join("\n");
  return sorted(a) === sorted(b);
}

/**
 * Reports whether a file belongs to people once it exists, as all files do except Python files and
 * mock data.
 */
function isWrittenOnce(path: ProjectPath): boolean {
  return !path.endsWith(".py") && DEFAULT_LAYOUT.routeFileAt(path)?.layer !== "mock";
}
