/** The names by which a module can refer to members of other modules, and by which it does. */

import { type Binding, bindings } from "./bindings.ts";
import type { ImportStatement } from "./import_statement.ts";
import { namesModule, readImports } from "./imports.ts";
import type { PythonModule } from "./python_module.ts";
import type { PythonScan } from "./scanner.ts";

/** The name of a member of another module. */
export interface MemberName {
  /** An expression, such as `jsonify` or `flask.jsonify`. */
  readonly name: string;
  /** Whether the module already binds the name. Otherwise, it needs an import under this name. */
  readonly isBound: boolean;
}

/** Modules that also export the members of another module. */
const SAME: Readonly<Record<string, string>> = {
  "flask.json": "flask",
  "typing_extensions": "typing",
};

/** The use of a member. */
export interface MemberUse {
  /** Whether it is the module itself, as in `import re`. */
  readonly isModule?: boolean;
  /**
   * Whether only type checkers evaluate the name, so that an import in an `if TYPE_CHECKING:` block
   * is enough.
   */
  readonly isForTypeCheckers?: boolean;
}

/**
 * Finds the names by which a module can refer to members of other modules. A name gets trailing
 * underscores if the module uses the member's name for something else.
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
    const running = all.filter(({ isTypeOnly }) => !isTypeOnly);
    this.#running = new KnownNames(running);
    this.#all = running.length === all.length ? this.#running : new KnownNames(all);
  }

  /** Finds the name of a member. */
  find(
    from: string,
    name: string,
    { isModule = false, isForTypeCheckers = false }: MemberUse = {},
  ): MemberName {
    const known = isForTypeCheckers ? this.#all : this.#running;
    return isModule ? known.module(from) : known.find(from, name);
  }

  /** Records a definition that will be added to the module's top level. */
  define(name: string): void {
    for (const names of new Set([this.#all, this.#running])) names.define(name);
  }

  /** Records an import that will be added to the module. */
  add(
    from: string,
    name: string,
    alias: string,
    { isModule = false, isForTypeCheckers = false }: MemberUse = {},
  ): void {
    const known = isForTypeCheckers ? [this.#all] : new Set([this.#all, this.#running]);
    for (const names of known) {
      if (isModule) names.addModule(from, alias);
      else names.add(from, name, alias);
    }
  }
}

/** Bindings, indexed by the imported module and member. */
class KnownNames {
  /** The last statement that binds each name. It overrides earlier ones. */
  readonly #last: Map<string, number>;
  readonly #members = new Map<string, Binding[]>();
  readonly #modules = new Map<string, string>();
  readonly #withMembers = new Set<string>();
  /** A cache of results by member and module. */
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

  /** Finds the name of a whole module. */
  module(from: string): MemberName {
    const name = this.#modules.get(from);
    return name === undefined
      ? { name: freeName(from, this.#last), isBound: false }
      : { name, isBound: true };
  }

  define(name: string): void {
    this.#last.set(name, Infinity);
    this.#found.clear();
  }

  addModule(from: string, alias: string): void {
    this.#last.set(alias, -1);
    this.#modules.set(from, alias);
    this.#found.clear();
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

/** Returns the name, followed by as many underscores as make it unique. */
export function freeName(name: string, taken: Pick<ReadonlySet<string>, "has">): string {
  let free = name;
  while (taken.has(free)) free += "_";
  return free;
}

/** Reports whether a module exports the members of a wanted one. */
function isSameModule(module: string, wanted: string): boolean {
  return namesModule(module, wanted) || SAME[module] === wanted;
}

/** A member of a module. */
export interface Member {
  /** The name of the module, such as `api.list_parameters`. */
  readonly module: string;
  readonly name: string;
}

/**
 * Lists the names under which code can use some members, such as `listed`, `listed_` or
 * `lists.listed`. Modules go by the last part of their name, because people may import them with
 * relative names, and may move them or rename the package around them.
 *
 * @example
 * ```ts
 * import { importedNames } from "./member_name.ts";
 * import { scanPython } from "./scanner.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const errors = { module: "api.documented_errors", name: "errors" };
 * const scan = scanPython("from .documented_errors import errors as e\n");
 * deepEqual([...importedNames(scan, [errors])], [["e", errors]]);
 * ```
 */
export function importedNames<Imported extends Member>(
  scan: PythonScan,
  members: readonly Imported[],
): ReadonlyMap<string, Imported> {
  const byModule = Map.groupBy(members, ({ module }) => lastPart(module));
  const isMentioned = byModule.keys().some((module) => scan.source.includes(module));
  return new Map(isMentioned ? readImports(scan).flatMap((each) => namesIn(each, byModule)) : []);
}

function namesIn<Imported extends Member>(
  { kind, module, names }: ImportStatement,
  byModule: ReadonlyMap<string, readonly Imported[]>,
): readonly (readonly [string, Imported])[] {
  const members = kind === "from" ? byModule.get(lastPart(module)) ?? [] : [];
  return names.flatMap(({ name, alias }) => {
    const bound = alias ?? name;
    const own = members.filter((each) => name === "*" || each.name === name);
    const inside = byModule.get(lastPart(name)) ?? [];
    return [
      ...own.map((each) => [name === "*" ? each.name : bound, each] as const),
      ...inside.map((each) => [`${bound}.${each.name}`, each] as const),
    ];
  });
}

function lastPart(module: string): string {
  const name = module.slice(module.lastIndexOf(".") + 1);
  return SAME[name] ?? name;
}
