/** What a member of another module is called in a module. */

import { type Binding, bindings } from "./bindings.ts";
import type { PythonModule } from "./python_module.ts";

export interface MemberName {
  /** An expression: a name, or `flask.jsonify`. */
  readonly name: string;
  /** Whether the module binds it already; otherwise an import has to, under this name. */
  readonly isBound: boolean;
}

/** Modules that have the same members as others. */
const SAME: Readonly<Record<string, string>> = {
  "flask.json": "flask",
  "typing_extensions": "typing",
};

/** How code uses a member. */
export interface MemberUse {
  /** Whether it is never looked up when the program runs, so that type checkers alone have to know it. */
  readonly isForTypeCheckers?: boolean;
}

/**
 * Finds the name by which a module's code can use a member of another module. It ends with underscores
 * if the module uses the member's own name for something else.
 *
 * @example
 * ```ts
 * import { memberName } from "./member_name.ts";
 * import { readPython } from "./python_module.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const name = (source: string) => memberName(readPython(source), "flask", "jsonify");
 * deepEqual(name("from flask import jsonify as j\n"), { name: "j", isBound: true });
 * deepEqual(name("import flask\n"), { name: "flask.jsonify", isBound: true });
 * deepEqual(name("jsonify = 1\n"), { name: "jsonify_", isBound: false });
 * ```
 */
export function memberName(
  module: PythonModule,
  from: string,
  name: string,
  { isForTypeCheckers = false }: MemberUse = {},
): MemberName {
  const all = bindings(module).filter(({ isTypeOnly }) => isForTypeCheckers || !isTypeOnly);
  const latest = latestBindings(all);
  const members = latest.filter(({ imported }) =>
    imported?.member === name && isSameModule(imported.module, from)
  ).map((binding) => binding.name);
  const [member] = members.includes(name) ? [name] : members;
  if (member !== undefined) return { name: member, isBound: true };
  const whole = latest.find(({ imported }) =>
    imported?.member === null && imported.module === from
  );
  const hasMembers = all.some(({ imported }) =>
    imported !== null && imported.member !== null && imported.module === from
  );
  if (whole !== undefined && !hasMembers) return { name: `${whole.name}.${name}`, isBound: true };
  return { name: freeName(name, new Set(all.map((binding) => binding.name))), isBound: false };
}

/** The name itself, or with as many underscores behind it as it takes to be no other. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += "_";
  return free;
}

/** For each name, those of its last statement: the others no longer hold. */
function latestBindings(all: readonly Binding[]): Binding[] {
  const last = new Map(all.map(({ name, statement }) => [name, statement]));
  return all.filter(({ name, statement }) => last.get(name) === statement);
}

/** Whether a module is the wanted one; a relative name is, if the wanted one ends as it does. */
function isSameModule(module: string, wanted: string): boolean {
  const relative = module.replace(/^\.+/, "");
  if (relative !== "" && relative !== module) return `.${wanted}`.endsWith(`.${relative}`);
  return module === wanted || SAME[module] === wanted;
}
