/** Edits of the statements in the body of a class, which keep all others. */

import { nextPhysicalLine } from "./characters.ts";
import { BODY } from "./definition_hash.ts";
import type { ClassStatement } from "./definition_parts.ts";
import { afterBlankLines, beforeLineBreak } from "./extent.ts";
import { type CodeStyle, reindent } from "./reindent.ts";
import { replaceRange, type TextEdit } from "./text_edit.ts";

/** Characters of a source. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The body of a class, and the statements that it should have. */
export class ClassBody {
  readonly #present: ReadonlyMap<string, readonly ClassStatement[]>;
  readonly #wanted: ReadonlyMap<string, readonly ClassStatement[]>;

  /**
   * @param source The source of the class.
   * @param end The end of the body.
   * @param code The code of the new class.
   * @param statements Those in the source, and those in the code.
   * @param style The style of the body.
   */
  constructor(
    private readonly source: string,
    private readonly end: number,
    private readonly code: string,
    private readonly statements: Readonly<Record<"now" | "wanted", readonly ClassStatement[]>>,
    private readonly style: CodeStyle,
  ) {
    this.#present = Map.groupBy(statements.now, partOf);
    this.#wanted = Map.groupBy(statements.wanted, partOf);
  }

  /** Returns the edits that replace, add and remove parts. */
  edits(isReplaced: (part: string) => boolean): readonly TextEdit[] {
    const edits: TextEdit[] = [];
    const removed = [...this.#present].flatMap(([part, statements]) =>
      !this.#wanted.has(part) && isReplaced(part) ? statements : []
    );
    let added = "";
    let above: ClassStatement | undefined;
    for (const [part, wanted] of this.#wanted) {
      const [first, ...others] = this.#present.get(part) ?? [];
      if (first === undefined) {
        if (isReplaced(part)) added += this.#added(wanted);
        continue;
      }
      if (added !== "") edits.push({ offset: first.above, remove: 0, insert: added });
      added = "";
      above = others.at(-1) ?? first;
      if (!isReplaced(part) || haveSameForms([first, ...others], wanted)) continue;
      edits.push(replaceRange(first, this.#text(wanted).slice(this.style.margin.length)));
      removed.push(...others);
      above = first;
    }
    const gone = new Set(removed);
    if (added !== "") edits.push(this.#addition(added, above, gone));
    return [...this.#removals(gone), ...edits];
  }

  #text(statements: readonly ClassStatement[]): string {
    const code = statements.map(({ lineStart, end }) => this.code.slice(lineStart, end));
    return reindent(code.join("\n"), this.style);
  }

  /** Returns the text of statements with a line break, and the blank lines below. */
  #added(statements: readonly ClassStatement[]): string {
    const below = statements.at(-1)?.below ?? 0;
    const gap = blankLines(this.code, below, afterBlankLines(this.code, below));
    return this.#text(statements) + this.style.eol.repeat(1 + gap);
  }

  /** Adds lines below the last statement that stays, or else above all others. */
  #addition(
    lines: string,
    above: ClassStatement | undefined,
    removed: ReadonlySet<ClassStatement>,
  ): TextEdit {
    const { source, statements: { now }, style: { eol } } = this;
    const [first] = now;
    const isAbove = above === undefined && now.length > removed.size;
    if (isAbove && first !== undefined) return { offset: first.above, remove: 0, insert: lines };
    const next = above?.below ?? first?.above;
    const offset = next === undefined ? this.end : beforeLineBreak(source, next);
    return { offset, remove: 0, insert: eol + lines.trimEnd() };
  }

  /** Removes statements, with the comments and strings that describe them, and the blank lines around. */
  #removals(removed: ReadonlySet<ClassStatement>): readonly TextEdit[] {
    const { source, statements: { now } } = this;
    const edits: TextEdit[] = [];
    let run: number | undefined;
    for (const [index, each] of now.entries()) {
      if (!removed.has(each)) continue;
      run ??= index;
      const next = now[index + 1];
      if (next !== undefined && removed.has(next)) continue;
      const { above = each.above } = now[run] ?? {};
      const range = next === undefined
        ? this.#last(blankStart(source, above, now[run - 1]?.below ?? above), each.below)
        : { start: above, end: Math.min(afterBlankLines(source, each.below), next.above) };
      edits.push(replaceRange(range, ""));
      run = undefined;
    }
    return edits;
  }

  /** Returns a range of lines without the line break below: what follows the class goes before it. */
  #last(start: number, end: number): Range {
    return { start: beforeLineBreak(this.source, start), end: beforeLineBreak(this.source, end) };
  }
}

function partOf({ member }: ClassStatement): string {
  return member ?? BODY;
}

function haveSameForms(
  a: readonly ClassStatement[],
  b: readonly ClassStatement[],
): boolean {
  return a.length === b.length && a.every((each, index) => each.form() === b[index]?.form());
}

/** Returns the start of the blank lines directly above a line, but not above `limit`. */
function blankStart(source: string, offset: number, limit: number): number {
  const text = source.slice(limit, offset).trimEnd();
  return text === "" ? limit : nextPhysicalLine(source, limit + text.length);
}

/** Counts the blank lines between two offsets. */
function blankLines(source: string, from: number, to: number): number {
  let count = 0;
  for (let line = from; line < to; line = nextPhysicalLine(source, line)) count++;
  return count;
}
