/** Reads the imports of a module, and creates edits that add imports. */

import { compareImports } from "./import_order.ts";
import { type ImportStatement, lineImports } from "./import_statement.ts";
import { hasSection, insertImport, insertModuleImport } from "./insert_import.ts";
import { mergeImport } from "./merge_import.ts";
import { type PythonModule, readPython } from "./python_module.ts";
import type { PythonScan } from "./scanner.ts";
import { applyEdits, type TextEdit } from "./text_edit.ts";

const BRANCH = /(?:if|elif|else|try|except|finally|with|for|while)(?![\w\u0080-\uffff])/y;

/**
 * Lists the import statements of a module in order, including those in functions and branches.
 * Omits imports on the same line as a header, as in `if x: import y`.
 *
 * @example
 * ```ts
 * import { readImports } from "./imports.ts";
 * import { scanPython } from "./scanner.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [statement] = readImports(scanPython("from flask import Blueprint as BP\n"));
 * equal(statement?.module, "flask");
 * equal(statement?.names[0]?.alias, "BP");
 * ```
 */
export function readImports(scan: PythonScan): readonly ImportStatement[] {
  const { source, lines } = scan;
  const known = read.get(scan) ?? lines.flatMap((line, index) => lineImports(source, line, index));
  read.set(scan, known);
  return known;
}

/** Caches the imports of a module, because an edit reads them once for each import that it adds. */
const read = new WeakMap<PythonScan, readonly ImportStatement[]>();

/**
 * Imports a member of another module at a module's top level. The member joins an import of the same
 * module, or gets its own statement, in the order and sections of ruff's isort rules.
 *
 * @param from The module to import from.
 * @param name The member to import.
 * @param options The `alias` in the importing module, by default the name of the member, and
 * whether the import is for type checkers.
 * @returns The edits; empty if the module already binds the name to the member, even in a branch.
 *
 * @example
 * ```ts
 * import { addImport } from "./imports.ts";
 * import { applyEdits } from "./text_edit.ts";
 * import { readPython } from "./python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("from flask import Blueprint\n");
 * const edits = addImport(module, "flask", "jsonify");
 * equal(applyEdits(module.source, edits), "from flask import Blueprint, jsonify\n");
 * ```
 */
export function addImport(
  module: PythonModule,
  from: string,
  name: string,
  options: Partial<Omit<ImportedMember, "name">> = {},
): TextEdit[] {
  return addMembers(module, from, [{ alias: name, ...options, name }]);
}

/** A member of another module, or a whole module, and its name in the importing module. */
export interface ImportedMember {
  readonly name: string;
  readonly alias: string;
  /** Whether it is the module itself, as in `import re`. */
  readonly isModule?: boolean;
  /**
   * Whether only type checkers evaluate the name. If the module imports other members of the same
   * module only in an `if TYPE_CHECKING:` block, the member joins them. An import that runs could
   * be part of a circle.
   */
  readonly isForTypeCheckers?: boolean;
}

/**
 * Imports several members of one module, as {@linkcode addImport} does. If the importing module has
 * no statement that can take the members, the edits only add one that can. To add the remaining
 * members, apply the edits and call the function again.
 */
export function addMembers(
  module: PythonModule,
  from: string,
  members: readonly ImportedMember[],
): TextEdit[] {
  const absent = members.filter((member) => !bindsMember(module, from, member));
  if (absent.length === 0) return [];
  const topLevel = topLevelImports(module);
  const whole = absent.find(({ isModule }) => isModule);
  if (whole !== undefined) return [insertModuleImport(module, topLevel, from, whole.alias)];
  const target = topLevel.find((statement) => canTake(statement, from));
  if (target !== undefined) return mergeImport(module, target, memberTexts(absent));
  const forCheckers = absent.some(({ isForTypeCheckers }) => isForTypeCheckers)
    ? importsForCheckers(module, from).find((statement) => canTake(statement, statement.module))
    : undefined;
  if (forCheckers === undefined) return insertMembers(module, topLevel, from, memberTexts(absent));
  const running = memberTexts(absent.filter(({ isForTypeCheckers }) => !isForTypeCheckers));
  const joining = new Set(memberTexts(absent)).difference(new Set(running));
  return [
    ...mergeImport(module, forCheckers, [...joining]),
    ...insertMembers(module, topLevel, from, running),
  ];
}

/** Adds a statement for members, up to the first member without an alias. */
function insertMembers(
  module: PythonModule,
  topLevel: readonly ImportStatement[],
  from: string,
  missing: readonly string[],
): TextEdit[] {
  if (missing.length === 0) return [];
  const plain = missing.findIndex((text) => !text.includes(" "));
  const first = plain === -1 ? missing : missing.slice(0, plain + 1);
  return [insertImport(module, topLevel, from, first)];
}

/**
 * Imports members of several modules. Imports that do not affect each other are added in one round,
 * so that even many modules take only a few rounds.
 *
 * @param wanted The members to import, by module.
 * @returns The new text.
 */
export function addAllMembers(
  text: string,
  wanted: ReadonlyMap<string, readonly ImportedMember[]>,
): string {
  let done = text;
  for (const [from, members] of wanted) {
    for (const whole of members.filter(({ isModule }) => isModule)) {
      done = applyEdits(done, addMembers(readPython(done), from, [whole]));
    }
  }
  // A module may need two turns: if the first one adds a statement for some of its members, the
  // second one adds the rest.
  let waiting = [...wanted.keys()].toSorted(compareModules).map((from) => ({ from, times: 2 }));
  while (waiting.length > 0) {
    const module = readPython(done);
    const edits: TextEdit[] = [];
    const later: typeof waiting = [];
    let isOpen = true;
    for (const { from, times } of waiting) {
      const own = addMembers(module, from, wanted.get(from) ?? []);
      if (own.length === 0) continue;
      const isApart = !joinsOthers(module, from);
      if (!isOpen || isApart && edits.length > 0) {
        later.push({ from, times });
        continue;
      }
      edits.push(...own);
      if (times > 1) later.push({ from, times: times - 1 });
      isOpen = !isApart;
    }
    done = applyEdits(done, edits);
    waiting = later;
  }
  return done;
}

function compareModules(a: string, b: string): number {
  return compareImports(
    { kind: "from", module: a, member: "" },
    { kind: "from", module: b, member: "" },
  );
}

/**
 * Reports whether an import is added to a statement that is alone on its line, or to an existing
 * section.
 */
function joinsOthers(module: PythonModule, from: string): boolean {
  const topLevel = topLevelImports(module);
  const target = topLevel.find((statement) => canTake(statement, from));
  return target === undefined ? hasSection(module, topLevel, from) : target.isAlone;
}

function topLevelImports(module: PythonModule): readonly ImportStatement[] {
  return readImports(module).filter(({ line }) => module.lines[line]?.indent === 0);
}

/** Reports whether a module binds a member where the member's uses can see it. */
export function bindsMember(
  module: PythonModule,
  from: string,
  { name, alias, isModule = false, isForTypeCheckers = false }: ImportedMember,
): boolean {
  if (isModule) return boundModules(module).has(memberText(from, alias));
  const text = memberText(name, alias);
  if (boundMembers(module).has(`${from} ${text}`)) return true;
  return isForTypeCheckers &&
    importsForCheckers(module, from).some(({ names }) =>
      names.some((each) => memberText(each.name, each.alias ?? each.name) === text)
    );
}

/** Lists the imports of a module's members in top-level `if TYPE_CHECKING:` blocks. */
function importsForCheckers(module: PythonModule, from: string): readonly ImportStatement[] {
  const known = checked.get(module) ?? findImportsForCheckers(module);
  checked.set(module, known);
  const named = known.get(lastPart(from)) ?? [];
  return named.filter((statement) => namesModule(statement.module, from));
}

/**
 * Reports whether a module imports members of another module only in top-level `if TYPE_CHECKING:`
 * blocks, so that it may be part of a circle of imports.
 */
export function importsForCheckersOnly(module: PythonModule, from: string): boolean {
  return importsForCheckers(module, from).length > 0 &&
    !boundMembers(module).values().some((member) =>
      namesModule(member.slice(0, member.indexOf(" ")), from)
    );
}

/** Imports by the last part of the imported module's name. */
type ImportIndex = ReadonlyMap<string, readonly ImportStatement[]>;

/**
 * Caches the imports for type checkers, because an edit reads them once for each import that it
 * adds.
 */
const checked = new WeakMap<PythonModule, ImportIndex>();

function findImportsForCheckers(module: PythonModule): ImportIndex {
  const { source, lines } = module;
  const statements = readImports(module).filter(({ kind }) => kind === "from");
  const headers = topLines(module, statements);
  const found = statements.filter((statement) => {
    const header = headers.get(statement);
    const start = header === undefined ? undefined : lines[header]?.start;
    return header !== statement.line && start !== undefined && startsTypeOnly(source, start);
  });
  return Map.groupBy(found, (statement) => lastPart(statement.module));
}

function lastPart(module: string): string {
  return module.slice(module.lastIndexOf(".") + 1);
}

const TYPE_ONLY = /if[ \t(]+(?:\w+\.)?TYPE_CHECKING\b[ \t)]*:/y;

/** Reports whether an `if TYPE_CHECKING:` block starts at an offset. */
export function startsTypeOnly(source: string, start: number): boolean {
  TYPE_ONLY.lastIndex = start;
  return TYPE_ONLY.test(source);
}

/**
 * Reports whether the module name in an import refers to a module. A relative name matches the end
 * of an absolute one.
 */
export function namesModule(imported: string, module: string): boolean {
  const relative = imported.replace(/^\.+/, "");
  if (relative === "" || relative === imported) return imported === module;
  return `.${module}`.endsWith(`.${relative}`);
}

/** Lists the members that top-level imports bind, as `module member as alias`. */
export function boundMembers(module: PythonModule): ReadonlySet<string> {
  const known = members.get(module) ?? findBoundMembers(module);
  members.set(module, known);
  return known;
}

/**
 * Caches the bound members of a module, because an edit reads them once for each import that it
 * adds.
 */
const members = new WeakMap<PythonModule, ReadonlySet<string>>();

function findBoundMembers(module: PythonModule): ReadonlySet<string> {
  const running = runOnImport(module, readImports(module).filter(({ kind }) => kind === "from"));
  return new Set(
    running.flatMap(({ module: from, names }) =>
      names.map(({ name, alias }) => `${from} ${memberText(name, alias ?? name)}`)
    ),
  );
}

/** Lists the modules that top-level imports bind, as `module as alias`. */
function boundModules(module: PythonModule): ReadonlySet<string> {
  const statements = readImports(module).filter(({ kind }) => kind === "import");
  return new Set(
    runOnImport(module, statements).flatMap(({ names }) =>
      names.map(({ name, alias }) => memberText(name, alias ?? name))
    ),
  );
}

/** Formats a member with its alias, such as `a as b`. */
export function memberText(name: string, alias: string): string {
  return alias === name ? name : `${name} as ${alias}`;
}

/** Formats members, each once. */
function memberTexts(members: readonly ImportedMember[]): readonly string[] {
  return [...new Set(members.map(({ name, alias }) => memberText(name, alias)))];
}

/** Returns the top-level line at or above each statement. */
function topLines(
  { lines }: PythonModule,
  statements: readonly ImportStatement[],
): ReadonlyMap<ImportStatement, number> {
  const tops = new Map<ImportStatement, number>();
  let top = 0;
  let next = 0;
  for (const statement of statements) {
    for (; next <= statement.line; next++) {
      if (lines[next]?.indent === 0) top = next;
    }
    tops.set(statement, top);
  }
  return tops;
}

/**
 * Returns the statements at the top level or in a top-level branch. Only these run when the module
 * is imported.
 */
function runOnImport(
  module: PythonModule,
  statements: readonly ImportStatement[],
): ImportStatement[] {
  const tops = topLines(module, statements);
  const branches = new Set(
    [...new Set(tops.values())].filter((header) => isBranch(module, header)),
  );
  return statements.filter((statement) => {
    const header = tops.get(statement) ?? 0;
    return header === statement.line || branches.has(header);
  });
}

function isBranch({ source, lines }: PythonModule, index: number): boolean {
  const header = lines[index];
  if (header === undefined) return false;
  BRANCH.lastIndex = header.start;
  return BRANCH.test(source) &&
    !source.slice(header.start, header.end).includes("TYPE_CHECKING");
}

function canTake({ kind, module, names }: ImportStatement, from: string): boolean {
  return kind === "from" && module === from &&
    names.some(({ name, alias }) => alias === null && name !== "*");
}
