/** Removing imports that a merge left unused. */

import { applyEdits, type TextEdit } from "../python/text_edit.ts";
import type { ImportStatement } from "../python/import_statement.ts";
import { readImports } from "../python/imports.ts";
import { fromImport } from "../python/layout.ts";
import { readPython } from "../python/python_module.ts";

/**
 * Removes the imports of names that no longer occur in a module, not even in a string.
 *
 * @param code The removed code. Only imports that it used are removed.
 */
export function removeUnusedImports(text: string, code: string): string {
  const module = readPython(text);
  const statements = readImports(module);
  const rest = applyEdits(
    text,
    statements.map(({ start, end }) => ({ offset: start, remove: end - start, insert: "" })),
  );
  const [before, after] = [wordsIn(code), wordsIn(rest)];
  const isUnused = (name: string) => before.has(name) && !after.has(name);
  const gone: Span[] = [];
  const edits = statements.filter((each) => isPlain(text, each)).flatMap((statement) => {
    const names = statement.names.map(({ name }) => name);
    const kept = names.filter((name) => !isUnused(name));
    if (kept.length === names.length) return [];
    if (kept.length === 0) {
      // Removing an indented import could leave an empty block, which does not parse.
      if (module.lines[statement.line]?.indent !== 0) return [];
      addSpan(gone, statement, text);
      return [];
    }
    const insert = fromImport(statement.module, kept).replaceAll("\n", module.eol);
    const { start, end } = statement;
    return [{ offset: start, remove: end - start, insert }];
  });
  return applyEdits(text, [...edits, ...gone.map((span) => removal(text, span))]);
}

/** A range of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Adds a span, or extends the last span if only whitespace separates the two. */
function addSpan(spans: Span[], { start, end }: Span, text: string): void {
  const last = spans.at(-1);
  const isNext = last !== undefined && text.slice(last.end, start).trim() === "";
  if (isNext) spans[spans.length - 1] = { start: last.start, end };
  else spans.push({ start, end });
}

function wordsIn(code: string): ReadonlySet<string> {
  return new Set(code.match(/[\w\u0080-\uffff]+/g));
}

/** Reports whether a statement can be rewritten without losing text. */
function isPlain(text: string, { kind, names, isAlone, start, end }: ImportStatement): boolean {
  return kind === "from" && isAlone &&
    names.every(({ name, alias }) => alias === null && name !== "*") &&
    !text.slice(start, end).includes("#") && /^[ \t]*(?:\r?\n|\r|$)/.test(text.slice(end));
}

/** Returns the edit that removes imports. At the end of a section, it also removes blank lines above. */
function removal(text: string, { start, end }: Span): TextEdit {
  const isLast = /^\s*?(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n|$)/.test(text.slice(end));
  const before = text.slice(0, start).trimEnd().length;
  if (isLast) return { offset: before, remove: end - before, insert: "" };
  const after = text.slice(end).length - text.slice(end).trimStart().length;
  return { offset: start, remove: end - start + after, insert: "" };
}
