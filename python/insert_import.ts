/** Inserts import statements in the right position. */

import { AT, HASH, isLineBreak, nextPhysicalLine, skipBlanks, textStart } from "./characters.ts";
import { startsDefinition } from "./definition_start.ts";
import type { TextEdit } from "./text_edit.ts";
import { tokenize } from "./expression.ts";
import { commentedStart } from "./extent.ts";
import { reindent } from "./reindent.ts";
import {
  compareImports,
  compareMembers,
  compareSections,
  type ImportOrder,
  importSection,
} from "./import_order.ts";
import type { ImportStatement } from "./import_statement.ts";
import { fromImport } from "./layout.ts";
import type { PythonModule } from "./python_module.ts";

/** Statements to insert. */
interface NewImport {
  readonly text: string;
  readonly order: ImportOrder;
}

const BLANK_LINES_ABOVE_DEFINITION = 2;

/** Imports on consecutive lines, one statement per line. */
type Block = readonly ImportStatement[];

/**
 * Adds `from … import …` to a module, within its section or as a new section. Each name gets its own
 * statement.
 *
 * @param topLevel The import statements at the module's top level.
 */
export function insertImport(
  module: PythonModule,
  topLevel: readonly ImportStatement[],
  from: string,
  names: readonly string[],
): TextEdit {
  const style = { eol: module.eol, unit: module.indentUnit, margin: "" };
  const sorted = names.toSorted(compareMembers);
  const text = sorted.map((name) => reindent(fromImport(from, [name]), style)).join(module.eol);
  const order = { kind: "from", module: from, member: sorted[0] ?? "" } as const;
  return insertStatement(module, topLevel, { text, order });
}

/**
 * Adds `import …` to a module, like {@linkcode insertImport}.
 *
 * @param alias The name of the module in the importing module.
 */
export function insertModuleImport(
  module: PythonModule,
  topLevel: readonly ImportStatement[],
  name: string,
  alias: string,
): TextEdit {
  const text = alias === name ? `import ${name}` : `import ${name} as ${alias}`;
  const order = { kind: "import", module: name, member: "" } as const;
  return insertStatement(module, topLevel, { text, order });
}

function insertStatement(
  module: PythonModule,
  topLevel: readonly ImportStatement[],
  added: NewImport,
): TextEdit {
  const block = chooseBlock(module, blocks(topLevel), added.order.module);
  return block === undefined
    ? insertFirst(module, added.text)
    : insertIntoBlock(module, block, added);
}

/** Reports whether the module already has the section of a new import. */
export function hasSection(
  module: PythonModule,
  topLevel: readonly ImportStatement[],
  from: string,
): boolean {
  const section = importSection(from);
  const block = chooseBlock(module, blocks(topLevel), from);
  return block?.some((each) => importSection(each.module) === section) ?? false;
}

function blocks(topLevel: readonly ImportStatement[]): ImportStatement[][] {
  const found: ImportStatement[][] = [];
  let previous = -1;
  for (const statement of topLevel) {
    if (statement.line === previous) continue;
    if (statement.line === previous + 1 && found.length > 0) found.at(-1)?.push(statement);
    else found.push([statement]);
    previous = statement.line;
  }
  return found;
}

/**
 * Returns the last block that is above all definitions and has an import of the same section. If there is no
 * such block, returns the first block.
 */
function chooseBlock(
  { definitions }: PythonModule,
  all: readonly Block[],
  from: string,
): Block | undefined {
  const firstHeader = definitions[0]?.header ?? Infinity;
  const section = importSection(from);
  const withSection = all.findLast((block) =>
    (block[0]?.line ?? Infinity) < firstHeader &&
    block.some(({ module }) => importSection(module) === section)
  );
  return withSection ?? all[0];
}

function insertIntoBlock(module: PythonModule, block: Block, { text, order }: NewImport): TextEdit {
  const section = importSection(order.module);
  const same = block.filter((each) => importSection(each.module) === section);
  const last = same.at(-1);
  if (last !== undefined) {
    const next = same.find((each) => compareImports(order, orderOf(each)) <= 0);
    return next === undefined
      ? insertBelow(module, last, text)
      : insertAbove(module, next, text + module.eol);
  }
  const nextIndex = block.findIndex((each) =>
    compareSections(section, importSection(each.module)) < 0
  );
  const previous = nextIndex === -1 ? block.at(-1) : block[nextIndex - 1];
  if (previous !== undefined) return insertSection(module, previous, text);
  const first = block[0];
  if (first === undefined) return insertFirst(module, text);
  return insertAbove(module, first, text + module.eol.repeat(2));
}

function orderOf({ kind, module, names }: ImportStatement): ImportOrder {
  return { kind, module, member: names[0]?.name ?? "" };
}

function insertAbove(module: PythonModule, next: ImportStatement, insert: string): TextEdit {
  const commented = commentedStart(module, next.line);
  // Comments at the start of a file describe the file, not the import below them.
  const isAboutFile = commented === textStart(module.source);
  const offset = isAboutFile ? module.lines[next.line]?.lineStart ?? commented : commented;
  return { offset, remove: 0, insert };
}

function insertBelow(
  { source, lines, eol }: PythonModule,
  last: ImportStatement,
  text: string,
): TextEdit {
  const offset = lines[last.line]?.next ?? source.length;
  return { offset, remove: 0, insert: endsLine(source, offset) ? text + eol : eol + text };
}

/** Adds a statement as a new section below another statement. */
function insertSection(module: PythonModule, previous: ImportStatement, text: string): TextEdit {
  const { source, lines, eol } = module;
  const offset = lines[previous.line]?.next ?? source.length;
  const insert = endsLine(source, offset)
    ? eol + text + eol + missingBlankLines(module, offset)
    : eol.repeat(2) + text;
  return { offset, remove: 0, insert };
}

/** Adds the first import of a module, below its docstring or its leading comments. */
function insertFirst(module: PythonModule, text: string): TextEdit {
  const { source, eol } = module;
  const offset = prologueEnd(module);
  const isAtStart = offset === textStart(source);
  if (!isAtStart && !endsLine(source, offset)) {
    return { offset, remove: 0, insert: eol.repeat(2) + text };
  }
  const isApart = hasDocstring(module) ||
    isLineBreak(source.charCodeAt(skipBlanks(source, offset)));
  const above = isApart && !isAtStart ? eol : "";
  return { offset, remove: 0, insert: above + text + eol + missingBlankLines(module, offset) };
}

function prologueEnd(module: PythonModule): number {
  const { source, lines } = module;
  if (hasDocstring(module)) return lines[0]?.next ?? source.length;
  let offset = textStart(source);
  while (source.charCodeAt(skipBlanks(source, offset)) === HASH) {
    offset = nextPhysicalLine(source, offset);
  }
  return offset;
}

function hasDocstring({ source, lines }: PythonModule): boolean {
  const first = lines[0];
  return first !== undefined && tokenize(source, first.start, first.end)[0]?.kind === "string";
}

/** Returns the line breaks for the missing blank lines between an import and the code below. */
function missingBlankLines({ source, eol }: PythonModule, offset: number): string {
  let next = offset;
  let found = 0;
  while (isLineBreak(source.charCodeAt(skipBlanks(source, next)))) {
    next = nextPhysicalLine(source, next);
    found++;
  }
  if (skipBlanks(source, next) === source.length) return "";
  const isDefinition = source.charCodeAt(next) === AT || startsDefinition(source, next);
  const wanted = isDefinition ? BLANK_LINES_ABOVE_DEFINITION : 1;
  return eol.repeat(Math.max(0, wanted - found));
}

function endsLine(source: string, offset: number): boolean {
  return isLineBreak(source.charCodeAt(offset - 1));
}
