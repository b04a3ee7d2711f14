/** Patches and line counts of changes. */

import { structuredPatch } from "diff";
import type { Change } from "./change_set.ts";
import { commonEnds } from "./common_ends.ts";
import type { ProjectPath } from "./project_path.ts";

/**
 * Maximum number of differing lines that a comparison looks for. If there are more, the patch replaces
 * everything between the first and the last difference, because the time of a comparison grows with the
 * square of this number.
 */
const MAX_EDITS = 1_000;

/** The number of lines that a change adds and removes. */
export interface LineCounts {
  /** The 1-based line where the largest addition starts; `null` for a new or deleted file. */
  readonly line: number | null;
  readonly added: number;
  readonly removed: number;
}

/** Counts the lines that a change adds and removes. */
export function countLines(change: Change): LineCounts {
  if (change.kind === "create") return { line: null, added: lineCount(change.after), removed: 0 };
  if (change.kind === "delete") {
    return { line: null, added: 0, removed: lineCount(change.before) };
  }
  const found = hunks(change, 0);
  const signs = found.flatMap(({ lines }) => lines.map((line) => line.charAt(0)));
  return {
    line: found.length === 0 ? null : newCodeLine(found),
    added: signs.filter((sign) => sign === "+").length,
    removed: signs.filter((sign) => sign === "-").length,
  };
}

/** Returns the line where the largest addition starts, after its leading blank lines. */
function newCodeLine(found: readonly Hunk[]): number {
  const size = ({ newLines }: Hunk) => newLines;
  const [largest] = found.toSorted((a, b) => size(b) - size(a));
  const added = largest?.lines.filter((line) => line.startsWith("+")) ?? [];
  const blank = added.findIndex((line) => line.trim() !== "+");
  return (largest?.newStart ?? 1) + Math.max(0, blank);
}

/**
 * Formats one patch for several changes. To bound the time, the maximum number of differing lines per file
 * decreases with the number of updated files. If a file has more differing lines, its patch replaces
 * everything between the first and the last difference.
 *
 * @param folder The prefix of the paths, such as `shop/`; empty for the project's root.
 */
export function patches(changes: readonly Change[], folder: string): string {
  const updates = changes.filter(({ kind }) => kind === "update").length;
  const maxEdits = Math.ceil(MAX_EDITS / Math.sqrt(Math.max(1, updates)));
  return changes.map((change) => patch(change, folder, maxEdits)).join("");
}

/**
 * Formats one change as a patch that `git apply` accepts.
 *
 * @param folder The prefix of the path, such as `shop/`; empty for the project's root.
 * @param maxEdits Maximum number of differing lines. If there are more, the patch replaces everything
 * between the first and the last difference.
 *
 * @example
 * ```ts
 * import { patch } from "./diff.ts";
 * import { projectPath } from "./project_path.ts";
 * import { equal } from "node:assert/strict";
 *
 * const path = projectPath("a.txt");
 * equal(
 *   patch({ kind: "update", path, before: "1\n2\n", after: "1\n3\n" }, ""),
 *   "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n",
 * );
 * ```
 */
export function patch(change: Change, folder: string, maxEdits = MAX_EDITS): string {
  return formatted(change, folder, hunks(change, CONTEXT_LINES, maxEdits));
}

/** Number of unchanged lines around a change. */
export const CONTEXT_LINES = 3;

/** Some lines of a text before and after a change, with the unchanged lines around it. */
export interface ChangedPart {
  /** 1-based line of its start. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Formats changes to parts of a text as a patch. The time does not depend on the length of the text.
 *
 * @param parts The changed parts, in the order of the text and without overlaps.
 * @param folder The prefix of the path, such as `shop/`; empty for the project's root.
 */
export function patchOfParts(
  path: ProjectPath,
  parts: readonly ChangedPart[],
  folder: string,
): string {
  let added = 0;
  const found = parts.flatMap(({ line, before, after }) => {
    const above = line - 1;
    const moved = hunks({ before, after }, CONTEXT_LINES).map((hunk) => ({
      ...hunk,
      oldStart: hunk.oldStart + above,
      newStart: hunk.newStart + above + added,
    }));
    added += lineCount(after) - lineCount(before);
    return moved;
  });
  return formatted({ kind: "update", path }, folder, found);
}

function formatted(
  change: Pick<Change, "kind" | "path">,
  folder: string,
  found: readonly Hunk[],
): string {
  const [old, now] = [gitName(`a/${folder}${change.path}`), gitName(`b/${folder}${change.path}`)];
  const mode = change.kind === "create"
    ? "new file mode 100644\n"
    : change.kind === "delete"
    ? "deleted file mode 100644\n"
    : "";
  const body = found.map(formatHunk).join("");
  const names = body === ""
    ? ""
    : `--- ${change.kind === "create" ? "/dev/null" : headerName(old)}\n` +
      `+++ ${change.kind === "delete" ? "/dev/null" : headerName(now)}\n`;
  return `diff --git ${old} ${now}\n${mode}${names}${body}`;
}

type Hunk = ReturnType<typeof structuredPatch>["hunks"][number];

function hunks(
  { before, after }: Pick<Change, "before" | "after">,
  context: number,
  maxEditLength = MAX_EDITS,
): readonly Hunk[] {
  const { old, now, above, below, skipped } = withoutCommonEnds(before ?? "", after ?? "", context);
  const options = { context, maxEditLength };
  // Most changes only add lines and need no comparison.
  const compared = old === "" || now === ""
    ? undefined
    : structuredPatch("", "", old, now, "", "", options);
  const found = compared?.hunks ?? replacement(old, now);
  return found.map((hunk, index) =>
    placed(hunk, {
      above: index === 0 ? above : "",
      below: index === found.length - 1 ? below : "",
      skipped,
    })
  );
}

/** Converts a hunk of a {@linkcode Middle} to a hunk of the whole text, and adds the context lines. */
function placed(
  hunk: Hunk,
  { above, below, skipped }: Pick<Middle, "above" | "below" | "skipped">,
) {
  const linesAbove = lineCount(above);
  const more = linesAbove + lineCount(below);
  return {
    oldStart: hunk.oldStart + skipped - linesAbove,
    oldLines: hunk.oldLines + more,
    newStart: hunk.newStart + skipped - linesAbove,
    newLines: hunk.newLines + more,
    lines: [...signed(" ", above), ...hunk.lines, ...signed(" ", below)],
  };
}

/** Returns a hunk that replaces all of the old text. */
function replacement(old: string, now: string): readonly Hunk[] {
  const lines = [...signed("-", old), ...signed("+", now)];
  const hunk = { oldStart: 1, oldLines: lineCount(old), newStart: 1, newLines: lineCount(now) };
  return lines.length === 0 ? [] : [{ ...hunk, lines }];
}

function signed(sign: string, text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n").map((line) => sign + line);
  return text.endsWith("\n") ? lines : [...lines, "\\ No newline at end of file"];
}

/** The differing lines of two texts, and the context around them. */
interface Middle {
  readonly old: string;
  readonly now: string;
  /** The context lines before the differing lines. */
  readonly above: string;
  /** The context lines after the differing lines. */
  readonly below: string;
  /** Number of lines before the differing lines, including the lines of `above`. */
  readonly skipped: number;
}

/**
 * Splits off the common start and end of two texts. This saves time in large files. It also keeps the
 * comparison from matching a context line with an identical line elsewhere: such a hunk would end without
 * context lines, and git applies a hunk without them only at the end of a file.
 */
function withoutCommonEnds(old: string, now: string, context: number): Middle {
  const { head, tail } = commonEnds(old, now);
  const start = linesBefore(old, head, 0);
  const [oldTail, nowTail] = [old.length - tail, now.length - tail];
  const isWhole = startsLine(old, oldTail) && startsLine(now, nowTail);
  const end = isWhole ? oldTail : linesAfter(old, oldTail, 1);
  return {
    old: old.slice(start, end),
    now: now.slice(start, now.length - (old.length - end)),
    above: old.slice(linesBefore(old, start, context), start),
    below: old.slice(end, linesAfter(old, end, context)),
    skipped: lineBreaks(old.slice(0, start)),
  };
}

function startsLine(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === "\n";
}

/** Returns the offset at which the line `lines` lines above the line of `offset` starts. */
function linesBefore(text: string, offset: number, lines: number): number {
  let start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  for (let left = lines; left > 0; left--) {
    start = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  }
  return start;
}

/** Returns the offset after `lines` lines, counted from the line of `offset`. */
function linesAfter(text: string, offset: number, lines: number): number {
  let end = offset;
  for (let left = lines; left > 0; left--) {
    const lineBreak = text.indexOf("\n", end);
    if (lineBreak < 0) return text.length;
    end = lineBreak + 1;
  }
  return end;
}

function formatHunk({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n` +
    lines.map((line) => `${line}\n`).join("");
}

function range(start: number, lines: number): string {
  // If one side of a hunk has no lines, the header names the line before the hunk.
  const at = lines === 0 ? start - 1 : start;
  return lines === 1 ? String(at) : `${at},${lines}`;
}

function lineCount(text: string): number {
  return lineBreaks(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

/** Counts line breaks. A regular expression is ten times as fast as a loop. */
function lineBreaks(text: string): number {
  return text.match(/\n/g)?.length ?? 0;
}

/**
 * Formats a path as git does in patches: in quotes if it has a quote, a backslash, or a character that is not
 * printable ASCII. A path also gets quotes if one of its names ends with a space, because `git apply` would
 * end an unquoted path at that space.
 */
function gitName(path: string): string {
  if (/^[\x20-\x7e]*$/.test(path) && !/["\\]| (?:\/|$)/.test(path)) return path;
  const characters = [...new TextEncoder().encode(path)].map((byte) => {
    const character = String.fromCharCode(byte);
    const letter = ESCAPES.get(character);
    if (letter !== undefined) return `\\${letter}`;
    const isPlain = byte >= 0x20 && byte < 0x7f;
    return isPlain ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${characters.join("")}"`;
}

/** Characters that git escapes with a backslash and a letter. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\x07", "a"],
  ["\b", "b"],
  ["\t", "t"],
  ["\n", "n"],
  ["\v", "v"],
  ["\f", "f"],
  ["\r", "r"],
  ['"', '"'],
  ["\\", "\\"],
]);

/** Formats a name for a `---` or `+++` line. As in git and GNU diff, a tab follows a name with spaces. */
function headerName(name: string): string {
  return name.includes(" ") ? `${name}\t` : name;
}
