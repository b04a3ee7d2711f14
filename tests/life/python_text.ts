/**
 * Edits Python text like people: lines, definitions, imports. These functions support only the
 * syntax that generated projects contain.
 */

/**
 * The lines of a function, class or method, from the decorators and comments above it to its last
 * line.
 */
export interface Definition {
  readonly kind: "function" | "class" | "method";
  readonly name: string;
  /** The class of a method. */
  readonly owner: string | null;
  readonly from: number;
  /** The index of the line after the last one. */
  readonly to: number;
}

/** Lists functions, classes and methods in the order of the text. A class includes its methods. */
export function definitions(text: string): Definition[] {
  const lines = text.split("\n");
  return definitionsIn(lines, 0, lines.length, "").flatMap((found) => {
    if (found.kind === "function") return [found];
    const body = lines.slice(found.from, found.to).find((line) => /^\s+\S/.test(line)) ?? "";
    const indent = /^\s*/.exec(body)?.[0] ?? "";
    const methods = definitionsIn(lines, found.from, found.to, indent)
      .filter(({ kind }) => kind === "function");
    return [
      found,
      ...methods.map((each) => ({ ...each, kind: "method" as const, owner: found.name })),
    ];
  });
}

function definitionsIn(
  lines: readonly string[],
  from: number,
  to: number,
  indent: string,
): Definition[] {
  const found: Definition[] = [];
  for (let index = from; index < to; index++) {
    const [, keyword, name] = HEADER.exec(inner(lines[index] ?? "", indent) ?? "") ?? [];
    if (keyword === undefined || name === undefined) continue;
    found.push({
      kind: keyword === "class" ? "class" : "function",
      name,
      owner: null,
      from: firstLine(lines, index, from, indent),
      to: lineAfter(lines, index, to, indent),
    });
  }
  return found;
}

const HEADER = /^(?:async )?(def|class) (\w+)/;

/** Removes an indentation from a line; `null` if the line is not indented in exactly this way. */
function inner(line: string, indent: string): string | null {
  if (!line.startsWith(indent)) return null;
  const rest = line.slice(indent.length);
  return /^\s/.test(rest) || rest === "" ? null : rest;
}

function firstLine(
  lines: readonly string[],
  header: number,
  limit: number,
  indent: string,
): number {
  let first = header;
  while (first > limit) {
    let above = first - 1;
    const isEnd = /^\)/.test(inner(lines[above] ?? "", indent) ?? "");
    // A decorator may have several lines.
    if (isEnd) { do above--; while (above > limit && inner(lines[above] ?? "", indent) === null); }
    if (!/^[@#]/.test(inner(lines[above] ?? "", indent) ?? "")) break;
    first = above;
  }
  return first;
}

function lineAfter(
  lines: readonly string[],
  header: number,
  limit: number,
  indent: string,
): number {
  let last = header;
  for (let index = header + 1; index < limit; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    const rest = inner(line, indent);
    const isDeeper = rest === null && line.startsWith(indent);
    if (!isDeeper && !/^[)\]}]/.test(rest ?? "")) break;
    last = index;
  }
  return last + 1;
}

/** Returns the text of a definition, without a line break at its end. */
export function textOf(text: string, { from, to }: Definition): string {
  return text.split("\n").slice(from, to).join("\n");
}

/**
 * Replaces the lines of a definition. An empty text removes the definition, with the blank lines
 * above it.
 */
export function replaced(text: string, { from, to }: Definition, by: string): string {
  const lines = text.split("\n");
  if (by !== "") return [...lines.slice(0, from), by, ...lines.slice(to)].join("\n");
  let first = from;
  while (first > 0 && lines[first - 1]?.trim() === "") first--;
  return [...lines.slice(0, first), ...lines.slice(to)].join("\n");
}

/** Finds a definition by its name, such as `get` or `Service.get`. */
export function definition(text: string, name: string): Definition | undefined {
  return definitions(text).find((each) => name === fullName(each));
}

/** Returns the name of a definition, such as `get` or `Service.get`. */
export function fullName({ name, owner }: Definition): string {
  return owner === null ? name : `${owner}.${name}`;
}

/** Returns the white space of one level of a module's indentation. */
export function indentation(text: string): string {
  return /:\n(?:[ \t]*\n)*([ \t]+)\S/.exec(text)?.[1] ?? "    ";
}

/** Converts code that is indented by 4 spaces to the indentation of a module. */
export function indentedLike(text: string, code: string): string {
  const unit = indentation(text);
  return code.replace(/^(?: {4})+/gm, (spaces) => unit.repeat(spaces.length / 4));
}

/** The place of the imports at the top of a module. */
export interface Imports {
  /** One statement each. */
  readonly statements: readonly string[];
  /** The first line of the module that is neither docstring nor import. */
  readonly end: number;
}

/** Finds the imports at the top of a module. */
export function imports(text: string): Imports {
  const lines = text.split("\n");
  const statements: string[] = [];
  let end = 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (/^(?:from|import) /.test(line)) {
      const first = index;
      while (line.includes("(") && lines[index]?.includes(")") === false) index++;
      statements.push(lines.slice(first, index + 1).join("\n"));
    } else if (end > 0 || !/^(?:"""|''')/.test(line)) break;
    end = index + 1;
  }
  return { statements, end };
}

/** Adds an import statement below the others, unless the module already has it. */
export function withImport(text: string, statement: string): string {
  const { statements, end } = imports(text);
  if (statements.includes(statement)) return text;
  const [first] = statements;
  // Python wants these imports before all others.
  if (first !== undefined && statement.startsWith("from __future__ ")) {
    return text.replace(first, () => `${statement}\n${first}`);
  }
  const lines = text.split("\n");
  const added = statements.length > 0 ? [statement] : ["", statement, "", ""];
  return [...lines.slice(0, end), ...added, ...lines.slice(end)].join("\n");
}

/** Renames a word everywhere, except after a dot. */
export function renamed(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`(?<![\\w.])${from}\\b`, "g"), to);
}

/** Renames a method where it is defined and where it is called. */
export function renamedMethod(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`(?<=\\bdef |\\.)${from}\\b`, "g"), to);
}

/** Replaces a dotted module name everywhere, in imports and in strings. */
export function movedModule(text: string, from: string, to: string): string {
  const pattern = new RegExp(`(?<![\\w.])${from.replaceAll(".", "\\.")}(?!\\w)`, "g");
  return text.replaceAll(pattern, to);
}
