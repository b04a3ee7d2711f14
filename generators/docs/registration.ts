/** Registers a blueprint in the code of an application, and takes it out again. */

import { addImport, readImports } from "../../python/imports.ts";
import type { LogicalLine } from "../../python/logical_line.ts";
import { readPython } from "../../python/python_module.ts";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";
import { DOCS_VARIABLE } from "./present_docs.ts";

/** A registration of a blueprint. */
export interface Registration {
  /** The import, such as `from api.docs import docs_bp`. */
  readonly imported: string;
  /** The call, such as `app.register_blueprint(docs_bp)`. */
  readonly call: string;
}

/**
 * Adds a registration to a module: below the last registration of the same application, otherwise above the
 * `return` of the application, otherwise below its creation.
 *
 * @returns The text; `null` if the module has no clear place for the call.
 */
export function withRegistration(text: string, { imported, call }: Registration): string | null {
  const module = readPython(text);
  const { source, lines, eol } = module;
  const target = call.slice(0, call.indexOf("."));
  const textOf = ({ start, end }: LogicalLine) => source.slice(start, end);
  const place = placeOf(lines, textOf, target);
  if (place === null) return null;
  const { line, isBelow, indentation } = place;
  const added = `${indentation}${call}`;
  const edit: TextEdit = isBelow
    ? {
      offset: line.next,
      remove: 0,
      insert: `${source.endsWith("\n") || line.next < source.length ? "" : eol}${added}${eol}`,
    }
    : { offset: line.lineStart, remove: 0, insert: `${added}${eol}` };
  const [, from, name, alias] = /^from (\S+) import (\w+)(?: as (\w+))?$/
    .exec(imported) ?? [];
  const imports = from === undefined || name === undefined
    ? []
    : addImport(module, from, name, { alias: alias ?? name });
  return applyEdits(source, [...imports, edit]);
}

interface Place {
  readonly line: LogicalLine;
  readonly isBelow: boolean;
  readonly indentation: string;
}

function placeOf(
  lines: readonly LogicalLine[],
  textOf: (line: LogicalLine) => string,
  target: string,
): Place | null {
  const created = lines.findIndex((line) =>
    new RegExp(`^${target}\\b[^=]*=\\s*(?:\\w+\\.)?(?:API)?Flask\\(`).test(textOf(line))
  );
  const first = lines[created];
  const rest = first === undefined ? lines : lines.slice(created + 1);
  const end = first === undefined ? -1 : rest.findIndex(({ indent }) => indent < first.indent);
  const own = (end === -1 ? rest : rest.slice(0, end))
    .filter(({ indent }) => first === undefined || indent === first.indent);
  const registers = new RegExp(
    `^${target}\\.register_blueprint\\(|^(?:\\w+\\.)*register\\w*\\(\\s*${target}\\s*[,)]`,
  );
  const registered = own.findLast((line) => registers.test(textOf(line)));
  if (registered !== undefined) return belowBlock(lines, textOf, registered);
  const returned = own.find((line) => new RegExp(`^return ${target}\\b`).test(textOf(line)));
  if (returned !== undefined) {
    return { line: returned, isBelow: false, indentation: returned.indentation };
  }
  return first === undefined
    ? null
    : { line: first, isBelow: true, indentation: first.indentation };
}

/** Returns the place below a line or, so that a loop does not repeat the call, below the block around it. */
function belowBlock(
  lines: readonly LogicalLine[],
  textOf: (line: LogicalLine) => string,
  line: LogicalLine,
): Place {
  let outer = line;
  for (const each of lines.slice(0, lines.indexOf(line)).reverse()) {
    if (each.indent >= outer.indent) continue;
    if (DEFINITION.test(textOf(each))) break;
    outer = each;
  }
  const rest = lines.slice(lines.indexOf(outer) + 1);
  const end = rest.findIndex((each) =>
    each.indent < outer.indent || each.indent === outer.indent && !CLAUSE.test(textOf(each))
  );
  const block = end === -1 ? rest : rest.slice(0, end);
  const last = outer === line ? line : block.at(-1) ?? line;
  return { line: last, isBelow: true, indentation: outer.indentation };
}

const DEFINITION = /^(?:async\s+)?def\b/;
const CLAUSE = /^(?:elif|else|except|finally)\b/;

/**
 * Returns the names by which a module registers the blueprint of the documentation.
 *
 * @param docs The name under which code imports the module of the documentation.
 */
export function registeredNames(text: string, docs: string): readonly string[] {
  if (!text.includes(DOCS_VARIABLE)) return [];
  const names = readImports(readPython(text)).flatMap(({ kind, module, names }) =>
    kind === "from" && (module === docs || /^\.+docs$/.test(module))
      ? names.filter(({ name }) => name === DOCS_VARIABLE)
      : []
  );
  return names.map(({ name, alias }) => alias ?? name)
    .filter((name) => new RegExp(`\\bregister_blueprint\\(\\s*${name}\\b`).test(text));
}

/**
 * Removes the registrations of the documentation from a module, and the import that only they used. Other uses
 * of the blueprint stay, and so does a call that is alone in its block.
 *
 * @param docs The name under which code imports the module of the documentation.
 */
export function withoutRegistration(text: string, docs: string): string {
  const names = registeredNames(text, docs);
  if (names.length === 0) return text;
  const { source, lines } = readPython(text);
  const call = new RegExp(
    `^[\\w.]+\\.register_blueprint\\(\\s*(?:${names.join("|")})\\s*(?:,[^()]*)?\\)$`,
  );
  const edits = lines.filter(({ start, end }) => call.test(source.slice(start, end)))
    .map(({ lineStart, next }) => ({ offset: lineStart, remove: next - lineStart, insert: "" }));
  const rest = applyEdits(source, edits);
  return readPython(rest).problems.length > 0 ? text : removeUnusedImports(rest, source);
}
