/** Computes the normal form of code. Code that differs only in formatting has the same form. */

import { hashText } from "../core/hash.ts";
import { textStart } from "./characters.ts";
import { headerName } from "./indentation.ts";
import type { LogicalLine } from "./logical_line.ts";
import { type Names, normalStatement } from "./normal/statement.ts";
import { plainLine } from "./normal/plain_line.ts";
import { normalDocstring } from "./normal/string.ts";
import { type PythonScan, scanPython } from "./scanner.ts";
import { commentsBetween, lineStatements, type Statement } from "./normal/statements.ts";

/** The first character of the form of broken code. No other form starts with it. */
const BROKEN = "?";

const NO_NAMES: Names = new Map();

// CPython's limit on nested blocks (MAXINDENT).
const MAX_DEPTH = 100;

/**
 * Returns the normal form of code. Two texts have the same form if they differ only in formatting:
 * quotes and escapes of strings, line breaks, white space, indentation, trailing commas, redundant
 * parentheses, semicolons, and the letter case of numbers and prefixes. Docstrings can also differ
 * in indentation and trailing white space. Different comments give different forms, but the place
 * of a comment within a statement does not matter. The form of broken code contains the code
 * itself.
 *
 * @param code Lines of a module. All of them can be indented, as in a method.
 * @param names Names to replace, and their replacements. Attributes and keyword arguments are
 * replaced, too. Strings keep their text.
 *
 * @example
 * ```ts
 * import { normalForm } from "./normal_form.ts";
 * import { equal, notEqual } from "node:assert/strict";
 *
 * const form = normalForm("def get():\n    return {'id': 1}\n");
 * equal(normalForm("def get(): return ({\n  \"id\": 1,\n})"), form);
 * notEqual(normalForm("def get():\n    return {'id': 2}\n"), form);
 * equal(normalForm("def list():\n    return {'id': 1}\n", new Map([["list", "get"]])), form);
 * ```
 */
export function normalForm(code: string, names: Names = NO_NAMES): string {
  const scan = scanPython(code);
  const all = { start: textStart(code), end: code.length, lines: scan.lines };
  const form = scan.problems.length === 0 ? new FormWriter(scan, names).write([all]) : null;
  return form?.join("\n") ?? BROKEN + code;
}

/** Returns the hash of a normal form: twelve hexadecimal digits. */
export function formHash(form: string): string {
  return hashText(form).slice(4);
}

/** Some logical lines of a source, with the comments around them. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly LogicalLine[];
}

/**
 * Returns the normal form of parts of a scanned source. The form equals that of their own text.
 *
 * @param scan A source without problems, with `\n` as line breaks.
 */
export function normalFormIn(scan: PythonScan, ranges: readonly CodeRange[]): string {
  const form = new FormWriter(scan, NO_NAMES).write(ranges);
  const text = () => ranges.map(({ start, end }) => scan.source.slice(start, end)).join("\n");
  return form?.join("\n") ?? BROKEN + text();
}

/** An open block during the scan. */
interface Block {
  /** The width of its indentation in columns, with tab stops every eight. */
  readonly indent: number;
  /** The width of its indentation in characters. */
  readonly characters: number;
  readonly isMatch: boolean;
}

class FormWriter {
  readonly #form: string[] = [];
  readonly #blocks: Block[] = [];
  /** The header whose block starts on the next line. */
  #opener: string | null = null;
  /** Whether the next statement can be a docstring. */
  #isBodyStart = true;

  constructor(private readonly scan: PythonScan, private readonly names: Names) {}

  /** Returns the lines of the form, or `null` if the code is broken. */
  write(ranges: readonly CodeRange[]): readonly string[] | null {
    const { source } = this.scan;
    for (const { start, end, lines } of ranges) {
      let offset = start;
      for (const line of lines) {
        if (offset < line.lineStart) {
          this.#form.push(...commentsBetween(source, offset, line.lineStart));
        }
        if (!this.#enter(line) || !this.#writeLine(line)) return null;
        offset = line.next;
      }
      if (offset < end) this.#form.push(...commentsBetween(source, offset, end));
    }
    return this.#form;
  }

  /** Enters the block of a line. Returns `false` if its indentation is wrong. */
  #enter(line: LogicalLine): boolean {
    const blocks = this.#blocks;
    const opener = this.#opener;
    this.#opener = null;
    const { indent } = line;
    const isPlain = this.scan.physical.hasOnlySpaces;
    const characters = isPlain ? indent : line.indentation.length;
    if (opener === null) leaveBlocks(blocks, indent);
    const block = blocks.at(-1);
    if (block !== undefined && opener === null) {
      return indent === block.indent && characters === block.characters;
    }
    if (block !== undefined && !(indent > block.indent && characters > block.characters)) {
      return false;
    }
    blocks.push({ indent, characters, isMatch: opener === "match" });
    return blocks.length <= MAX_DEPTH;
  }

  /** Writes the statements of a line. Returns `false` if one is broken. */
  #writeLine(line: LogicalLine): boolean {
    const header = this.#header(line);
    const depth = this.#blocks.length - 1;
    const plain = this.#plainForm(line, header);
    if (plain !== null) {
      this.#form.push(" ".repeat(depth) + plain);
      this.#isBodyStart = opensBody(header);
      this.#opener = header;
      return true;
    }
    for (const statement of lineStatements(this.scan.source, line, header !== null)) {
      const form = this.#statementForm(statement, header);
      if (form === null) return false;
      const isBody = header !== null && !statement.isHeader;
      const comments = statement.comments.length > 0 ? ` ${statement.comments.join("  ")}` : "";
      this.#form.push(" ".repeat(isBody ? depth + 1 : depth) + form + comments);
      this.#isBodyStart = statement.isHeader && opensBody(header);
    }
    if (header !== null && line.body === line.end) this.#opener = header;
    return true;
  }

  /** Returns the form of a line with one plain statement and no comments; `null` for any other line. */
  #plainForm({ start, end, next, body }: LogicalLine, header: string | null): string | null {
    const hasMore = next > end + 1 || header !== null && body !== end;
    const isPattern = header === "match" || header === "case";
    if (hasMore || isPattern || this.names.size > 0) return null;
    const text = this.scan.source.slice(start, end);
    const canBeDocstring = this.#isBodyStart && text.startsWith('"');
    return canBeDocstring ? null : plainLine(text);
  }

  #statementForm({ tokens, isHeader }: Statement, header: string | null): string | null {
    const docstring = this.#isBodyStart ? normalDocstring(tokens) : null;
    if (docstring !== null) return docstring;
    const kind = !isHeader ? "simple" : header === "match" || header === "case" ? header : "header";
    return normalStatement(this.scan.source, tokens, kind, this.names);
  }

  /** Returns the keywords of the compound statement that a line starts, or `null`. */
  #header(line: LogicalLine): string | null {
    if (line.body === -1) return null;
    const name = headerName(this.scan.source, line);
    if (name === "match") return line.body === line.end ? name : null;
    return name === "case" && this.#blocks.at(-1)?.isMatch !== true ? null : name;
  }
}

/** Reports whether a header starts a body that can have a docstring. */
function opensBody(header: string | null): boolean {
  return header === "def" || header === "class" || header === "async def";
}

/** Leaves the blocks that are indented deeper, except for the outermost one. */
function leaveBlocks(blocks: Block[], indent: number): void {
  while (blocks.length > 1 && (blocks.at(-1)?.indent ?? 0) > indent) blocks.pop();
}
