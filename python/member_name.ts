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
 * The names by which a module's code can use members of other modules. One ends with underscores if the
 * module uses the member's own name for something else.
 *
 * @example
 * ```ts
 * import { MemberNames } from "./member_name.ts";
 * import { readPython } from "./python_module.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const name = (source: string) => new MemberNames(readPython(source)).find("flask", "jsonify");
 * deepEqual(name("from flask import jsonify as j\n"), { name: "j", isBound: true });
 * deepEqual(name("import flask\n"), { name: "flask.jsonify", isBound: true });
 * deepEqual(name("jsonify = 1\n"), { name: "jsonify_", isBound: false });
 * ```
 */
export class MemberNames {
  readonly #running: KnownNames;
  readonly #all: KnownNames;

  constructor(module: PythonModule) {
    const all = bindings(module);
    this.#all = new KnownNames(all);
    this.#running = new KnownNames(all.filter(({ isTypeOnly }) => !isTypeOnly));
  }

  /** Finds the name for a member. */
  find(from: string, name: string, { isForTypeCheckers = false }: MemberUse = {}): MemberName {
    return (isForTypeCheckers ? this.#all : this.#running).find(from, name);
  }

  /** Takes account of an import that is to come to the module's top. */
  add(from: string, name: string, alias: string): void {
    this.#all.add(from, name, alias);
    this.#running.add(from, name, alias);
  }
}

/** What binds names, found by what it imports. */
class KnownNames {
  /** For each name its last statement: the others no longer hold. */
  readonly #last: Map<string, number>;
  readonly #members = new Map<string, Binding[]>();
  readonly #modules = new Map<string, string>();
  readonly #withMembers = new Set<string>();
  /** What was found, by member and module. */
  readonly #found = new Map<string, Map<string, MemberName>>();

  constructor(all: readonly Binding[]) {
    this.#last = new Map(all.map(({ name, statement }) => [name, statement]));
    for (const binding of all) {
      const { name, imported } = binding;
      if (imported === null) continue;
      const { module, member } = imported;
      if (member !== null) {
        this.#withMembers.add(module);
        const same = this.#members.get(member) ?? [];
        same.push(binding);
        this.#members.set(member, same);
      } else if (this.#isLast(binding) && !this.#modules.has(module)) {
        this.#modules.set(module, name);
      }
    }
  }

  #isLast({ name, statement }: Binding): boolean {
    return this.#last.get(name) === statement;
  }

  find(from: string, name: string): MemberName {
    const found = this.#found.get(name) ?? new Map<string, MemberName>();
    this.#found.set(name, found);
    const local = found.get(from) ?? this.#find(from, name);
    found.set(from, local);
    return local;
  }

  #find(from: string, name: string): MemberName {
    const members = (this.#members.get(name) ?? []).filter((binding) =>
      this.#isLast(binding) && isSameModule(binding.imported?.module ?? "", from)
    ).map((binding) => binding.name);
    const [member] = members.includes(name) ? [name] : members;
    if (member !== undefined) return { name: member, isBound: true };
    const whole = this.#modules.get(from);
    if (whole !== undefined && !this.#withMembers.has(from)) {
      return { name: `${whole}.${name}`, isBound: true };
    }
    return { name: freeName(name, this.#last), isBound: false };
  }

  add(from: string, name: string, alias: string): void {
    const imported = { module: from, member: name };
    const binding = { name: alias, imported, statement: -1, isTypeOnly: false };
    if (!this.#last.has(alias)) this.#last.set(alias, -1);
    this.#members.set(name, [binding, ...this.#members.get(name) ?? []]);
    this.#found.delete(name);
    if (this.#withMembers.has(from)) return;
    this.#withMembers.add(from);
    this.#found.clear();
  }
}

/** The name itself, or with as many underscores behind it as it takes to be no other. */
export function freeName(name: string, taken: Pick<ReadonlySet<string>, "has">): string {
  let free = name;
  while (taken.has(free)) free += "_";
  return free;
}

/** Whether a module is the wanted one; a relative name is, if the wanted one ends as it does. */
function isSameModule(module: string, wanted: string): boolean {
  const relative = module.replace(/^\.+/, "");
  if (relative !== "" && relative !== module) return `.${wanted}`.endsWith(`.${relative}`);
  return module === wanted || SAME[module] === wanted;
}
