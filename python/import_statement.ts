/** Reads the import statements of a logical line. */

import { bracketed, dottedName, isName, isOperator, type Token, tokenize } from "./expression.ts";
import type { LogicalLine } from "./logical_line.ts";

/** An imported module or member. */
export interface ImportedName {
  /** The name, dotted for a module; `*` for all members. */
  readonly name: string;
  readonly alias: string | null;
  readonly start: number;
  readonly end: number;
}

/** An import statement. */
export interface ImportStatement {
  readonly kind: "import" | "from";
  /** The module with its leading dots; for `import a, b`, the module `a`. */
  readonly module: string;
  readonly names: readonly ImportedName[];
  /** The index of the logical line. */
  readonly line: number;
  /** Whether the line has no other statement. */
  readonly isAlone: boolean;
  readonly start: number;
  readonly end: number;
  /** The offsets of the text between the parentheses; `null` without parentheses. */
  readonly parentheses: { readonly start: number; readonly end: number } | null;
}

const IMPORT = /(?:import|from)(?![\w\u0080-\uffff])/y;

/**
 * Reads the import statements of a logical line. A line can have several statements, separated by
 * semicolons. If it does not start with an import, the result is empty.
 */
export function lineImports(
  source: string,
  line: Pick<LogicalLine, "start" | "end">,
  index: number,
): ImportStatement[] {
  IMPORT.lastIndex = line.start;
  if (!IMPORT.test(source)) return [];
  const simple = simpleImport(source, line, index);
  if (simple !== null) return [simple];
  const statements = splitStatements(tokenize(source, line.start, line.end));
  const isAlone = statements.length === 1;
  return statements
    .map((tokens) => readStatement(tokens, index, isAlone))
    .filter((statement) => statement !== null);
}

const SIMPLE = /from ([\w.]+) import (\w+)/y;

/**
 * Reads `from a.b import c`, the most common form, with a regular expression. Reading its tokens
 * would take three times as long.
 */
function simpleImport(
  source: string,
  { start, end }: Pick<LogicalLine, "start" | "end">,
  line: number,
): ImportStatement | null {
  SIMPLE.lastIndex = start;
  const [, module = "", name = ""] = SIMPLE.exec(source) ?? [];
  if (name === "" || SIMPLE.lastIndex !== end) return null;
  const names = [{ name, alias: null, start: end - name.length, end }];
  return { kind: "from", module, names, parentheses: null, line, isAlone: true, start, end };
}

function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (isOperator(token, ";")) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter(({ length }) => length > 0);
}

function readStatement(
  tokens: readonly Token[],
  line: number,
  isAlone: boolean,
): ImportStatement | null {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return null;
  const place = { line, isAlone, start: first.start, end: last.end };
  if (isName(first, "import")) {
    const names = readNames(splitItems(tokens, 1));
    return { kind: "import", module: names[0]?.name ?? "", names, parentheses: null, ...place };
  }
  const keyword = tokens.findIndex((token) => isName(token, "import"));
  if (!isName(first, "from") || keyword === -1) return null;
  const module = tokens.slice(1, keyword).map(({ text }) => text).join("");
  const open = tokens[keyword + 1];
  const names = readNames(splitItems(tokens, keyword + 1));
  const parentheses = isOperator(open, "(") && isOperator(last, ")")
    ? { start: open?.end ?? 0, end: last.start }
    : null;
  return { kind: "from", module, names, parentheses, ...place };
}

/**
 * Splits the imported names at commas. `from` is the index of the first name, or of the parenthesis before
 * it.
 */
function splitItems(tokens: readonly Token[], from: number): readonly (readonly Token[])[] {
  return bracketed(tokens, isOperator(tokens[from], "(") ? from : from - 1).items;
}

function readNames(items: readonly (readonly Token[])[]): ImportedName[] {
  return items.flatMap((tokens) => {
    const [first] = tokens;
    if (first === undefined) return [];
    const dotted = dottedName(tokens, 0) ?? { text: first.text, next: 1 };
    const alias = isName(tokens[dotted.next], "as") ? tokens[dotted.next + 1] : undefined;
    const end = alias?.end ?? tokens[dotted.next - 1]?.end ?? first.end;
    return [{ name: dotted.text, alias: alias?.text ?? null, start: first.start, end }];
  });
}
