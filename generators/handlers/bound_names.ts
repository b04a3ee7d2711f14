/** The names that code in a module can use. */

import { type Binding, bindings } from "../../python/bindings.ts";
import type { PythonModule } from "../../python/python_module.ts";

/** The modules from which code can import Flask's members. */
const FLASK_MODULES: ReadonlySet<string> = new Set([
  "flask",
  "flask.helpers",
  "flask.json",
  "flask.wrappers",
]);

/** The names that a module binds at its top level, except names for type checkers only. */
export class BoundNames {
  readonly #bound: ReadonlyMap<string, Binding>;

  constructor(module: PythonModule) {
    const running = bindings(module).filter(({ isTypeOnly }) => !isTypeOnly);
    this.#bound = new Map(running.map((each) => [each.name, each]));
  }

  /** Reports whether the first part of a dotted name is bound. */
  has(name: string): boolean {
    const [root = name] = name.split(".", 1);
    return this.#bound.has(root) || this.#bound.has("*");
  }

  /**
   * Returns the member of Flask that a dotted name refers to; `null` if it refers to something else.
   *
   * @example
   * ```ts
   * import { BoundNames } from "./bound_names.ts";
   * import { readPython } from "../../python/python_module.ts";
   * import { equal } from "node:assert/strict";
   *
   * const names = new BoundNames(readPython("from flask import jsonify as to_json\n"));
   * equal(names.flaskMember("to_json"), "jsonify");
   * equal(names.flaskMember("respond"), null);
   * ```
   */
  flaskMember(name: string): string | null {
    const [root = name, member] = name.split(".");
    const bound = this.#bound.get(root) ?? this.#bound.get("*");
    const imported = bound?.imported ?? null;
    if (imported === null || !FLASK_MODULES.has(imported.module)) return null;
    if (imported.member === null) return member ?? null;
    if (member !== undefined) return null;
    return imported.member === "*" ? root : imported.member;
  }
}
