/** Reverts a change of a file, and keeps later changes. */

import { JsonSyntaxError } from "../../core/json.ts";
import { tryToParseJson } from "../../core/json_text.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { mergeSequences, type Span } from "../../core/three_way.ts";
import { addMembers, boundMembers, readImports } from "../../python/imports.ts";
import { PhysicalLines } from "../../python/position.ts";
import { readPython } from "../../python/python_module.ts";
import { applyEdits } from "../../python/text_edit.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";
import { inPieces, linePieces, type Piece, type PiecedFile } from "./pieces.ts";
import { mergedImports } from "./merged_imports.ts";

/** Three versions of a file. */
export interface Versions {
  /** The file as the change left it. */
  readonly base: string;
  /** The file as it is now. */
  readonly ours: string;
  /** The file as it was before the change. */
  readonly theirs: string;
}

/** A merged file. */
export interface MergedText {
  /** The text with all later changes. */
  readonly kept: string;
  /** The text without the change, even where that discards later edits. */
  readonly discarding: string;
  /** Whether the change cannot be reverted without discarding later edits. */
  readonly hasConflict: boolean;
}

/**
 * Reverts a change of a file, and keeps later changes.
 *
 * @param names Definitions that have to stay, such as `ProductsService.get`.
 */
export function mergeText(
  path: ProjectPath,
  versions: Versions,
  names: ReadonlySet<string>,
): MergedText {
  const files = piecesOf(path, versions);
  const { kind } = files.base;
  const merged = mergePieces(files, names);
  if (kind === "record") return withoutConflict(merged);
  if (merged.kept.trim() === "") return merged;
  const kept = kind === "python"
    ? withNeededImports(versions.ours, withoutUnusedImports(versions.ours, merged.kept, names))
    : merged.kept;
  const isSound = kept !== null &&
    (kind === "python" ? isSoundPython(kept, files.ours) : isSoundText(path, kept));
  return isSound
    ? { ...merged, kept }
    : { kept: versions.ours, discarding: merged.discarding, hasConflict: true };
}

interface Pieced {
  readonly base: PiecedFile;
  readonly ours: PiecedFile;
  readonly theirs: PiecedFile;
}

function piecesOf(path: ProjectPath, { base, ours, theirs }: Versions): Pieced {
  const files = {
    base: inPieces(path, base),
    ours: inPieces(path, ours),
    theirs: inPieces(path, withLineEndsOf(ours, theirs)),
  };
  const { kind } = files.base;
  if (files.ours.kind === kind && files.theirs.kind === kind) return files;
  // A version that does not parse is compared line by line.
  const asText = (text: string): PiecedFile => ({ kind: "text", pieces: linePieces(text) });
  return { base: asText(base), ours: asText(ours), theirs: asText(withLineEndsOf(ours, theirs)) };
}

/** Converts text to the most frequent line end of another text, unless both have the same one. */
function withLineEndsOf(other: string, text: string): string {
  const eol = lineEndOf(other);
  return lineEndOf(text) === eol ? text : text.replace(/\r?\n/g, eol);
}

/** Returns the line end that is most frequent in a text. */
function lineEndOf(text: string): "\n" | "\r\n" {
  return new PhysicalLines(text).eol === "\r\n" ? "\r\n" : "\n";
}

/**
 * Merges records without conflicts. Records follow from the code, so our version of a line that
 * both sides changed is as good as theirs.
 */
function withoutConflict({ kept }: MergedText): MergedText {
  return { kept, discarding: kept, hasConflict: false };
}

function mergePieces({ base, ours, theirs }: Pieced, names: ReadonlySet<string>): MergedText {
  const areIndependent = base.kind !== "text";
  const keys = ({ pieces }: PiecedFile) => pieces.map(({ key }) => key);
  const kept: Piece[] = [];
  const discarding: Piece[] = [];
  let hasConflict = false;
  let isAfterRemoval = false;
  for (const part of mergeSequences(keys(base), keys(ours), keys(theirs), { areIndependent })) {
    const [was, mine, other] = [
      within(base, part.base),
      within(ours, part.ours),
      within(theirs, part.theirs),
    ];
    if (part.kind === "ours") {
      const same = isAfterRemoval ? withTheirStart(was, mine, other) : mine;
      kept.push(...same);
      discarding.push(...same);
      isAfterRemoval = false;
      continue;
    }
    const needed = mine.filter(({ name }) => name !== null && names.has(name));
    const solved = part.kind === "theirs"
      ? [...needed.filter(({ name }) => !other.some((each) => each.name === name)), ...other]
      : solvedConflict(was, mine, other, areIndependent);
    isAfterRemoval = solved?.length === 0;
    kept.push(...solved ?? mine);
    discarding.push(...solved ?? other);
    hasConflict ||= solved === null;
  }
  const eol = lineEndOf(ours.pieces.map(({ text }) => text).join(""));
  return { kept: joined(kept, eol), discarding: joined(discarding, eol), hasConflict };
}

/**
 * Restores the blank lines that the first piece had above it before the change, unless people
 * changed that piece later. Called for the pieces after removed ones.
 */
function withTheirStart(
  [was]: readonly Piece[],
  ours: readonly Piece[],
  [other]: readonly Piece[],
): readonly Piece[] {
  const [mine, ...rest] = ours;
  const isTheirs = mine !== undefined && mine.text === was?.text && mine.key === other?.key;
  return isTheirs ? [other, ...rest] : ours;
}

function within({ pieces }: PiecedFile, { start, end }: Span): readonly Piece[] {
  return pieces.slice(start, end);
}

/** Merges pieces that both sides changed; `null` if that is not possible. */
function solvedConflict(
  base: readonly Piece[],
  ours: readonly Piece[],
  theirs: readonly Piece[],
  areIndependent: boolean,
): readonly Piece[] | null {
  if (base.length === 0 && areIndependent) return [...theirs, ...ours];
  const imports = mergedImports(base, ours, theirs);
  if (imports !== null) return imports;
  const [was, mine, other] = [base[0], ours[0], theirs[0]];
  const isOneDefinition = base.length === 1 && ours.length === 1 && theirs.length === 1 &&
    was !== undefined && was.name !== null && was.name === mine?.name && was.name === other?.name;
  if (!isOneDefinition || mine === undefined || other === undefined) return null;
  const lines = (text: string): PiecedFile => ({ kind: "text", pieces: linePieces(text) });
  const { kept, hasConflict } = mergePieces({
    base: lines(was.text),
    ours: lines(mine.text),
    theirs: lines(other.text),
  }, new Set());
  return hasConflict ? null : [{ ...mine, text: kept }];
}

/** Joins pieces, each on lines of its own. */
function joined(pieces: readonly Piece[], eol: "\n" | "\r\n"): string {
  const texts = pieces.map(({ text }, index) => {
    const isLast = index === pieces.length - 1;
    return isLast || text.endsWith("\n") ? text : text + eol;
  });
  return texts.join("");
}

/**
 * Removes the imports that only removed code used. The merge alone would keep an import that the
 * file had both before the change and now, even if only removed code uses it.
 */
function withoutUnusedImports(ours: string, merged: string, names: ReadonlySet<string>): string {
  return readPython(merged).problems.length > 0 ? merged : removeUnusedImports(merged, ours, names);
}

/**
 * Brings back the imports that the merge removed, although code that stays needs them.
 *
 * @returns `null` if an import cannot be brought back.
 */
function withNeededImports(ours: string, merged: string): string | null {
  const wanted = boundMembers(readPython(ours));
  let text = merged;
  for (const member of wanted) {
    const module = readPython(text);
    if (boundMembers(module).has(member)) continue;
    const [from = "", name = "", , alias = name] = member.split(" ");
    if (hasWord(text, alias)) text = applyEdits(text, addMembers(module, from, [{ name, alias }]));
  }
  const left = new Set(wholeModules(text));
  const isMissing = wholeModules(ours).some((name) => !left.has(name) && hasWord(text, name));
  return isMissing ? null : text;
}

/** Returns the names that `import` statements bind. */
function wholeModules(text: string): readonly string[] {
  return readImports(readPython(text)).filter(({ kind }) => kind === "import")
    .flatMap(({ names }) => names.map(({ name, alias }) => alias ?? name.split(".")[0] ?? name));
}

/** Reports whether a text has an identifier, even in a comment. */
function hasWord(text: string, word: string): boolean {
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\w\u0080-\uffff]/.test(character);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  }
  return false;
}

/** Reports whether a merged text is valid JSON, if its file is JSON. */
function isSoundText(path: ProjectPath, text: string): boolean {
  return !path.endsWith(".json") || !(tryToParseJson(text) instanceof JsonSyntaxError);
}

/** Reports whether a merged module parses, and repeats no definition that was unique before. */
function isSoundPython(text: string, ours: PiecedFile): boolean {
  if (readPython(text).problems.length > 0) return false;
  const counts = (pieces: readonly Piece[]) =>
    Map.groupBy(pieces.filter(({ name }) => name !== null), ({ name }) => name);
  const before = counts(ours.pieces);
  const now = counts(inPieces("merged.py" as ProjectPath, text).pieces);
  return [...now].every(([name, found]) =>
    found.length === 1 || found.length <= (before.get(name)?.length ?? 1)
  );
}
