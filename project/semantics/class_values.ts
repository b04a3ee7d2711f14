/** The attributes of classes and their instances, inherited ones included. */

import { isName, type Token } from "../../python/expression.ts";
import { baseTokens, decoratorNames } from "./function_parts.ts";
import type { Scope, ScopeBinding } from "./scopes.ts";
import {
  type AttributeValue,
  givenBy,
  type Place,
  union,
  type Value,
  type Values,
} from "./values.ts";

/** A class and the classes that it inherits from, nearest first. */
export interface Bases {
  readonly classes: readonly Place[];
  /**
   * Whether other classes can take the place of the class, because it is a protocol or has unknown
   * bases.
   */
  readonly isOpen: boolean;
  /** Whether each base is known to be one class of the project. */
  readonly isWhole: boolean;
}

/** Evaluates the parts of classes. */
export interface ClassParts {
  /** Evaluates an expression outside of functions. */
  expression(place: Place, tokens: readonly Token[]): Values;
  bound(place: Place, binding: ScopeBinding): Values;
  /** Evaluates a call of a function. */
  result(place: Place): Values;
}

/** Maximum number of bases that are read of one class. */
const MAX_BASES = 20;

/** Finds the attributes of classes. The bases of a class are found once. */
export class ClassValues {
  readonly #parts: ClassParts;
  readonly #bases = new Map<Scope, Bases>();

  constructor(parts: ClassParts) {
    this.#parts = parts;
  }

  /** Returns a class and the classes that it inherits from. */
  bases({ module, scope }: Place): Bases {
    const known = this.#bases.get(scope);
    if (known !== undefined) return known;
    const classes: Place[] = [{ module, scope }];
    let isOpen = false;
    let isWhole = true;
    for (let index = 0; index < classes.length && index < MAX_BASES; index++) {
      const current = classes[index];
      if (current === undefined) break;
      const expressions = baseTokens(current);
      isOpen ||= expressions.some((tokens) => isName(tokens.at(-1), "Protocol"));
      const outer = { module: current.module, scope: current.scope.parent ?? current.scope };
      const found = expressions.map((each) => this.#parts.expression(outer, each));
      isWhole &&= found.every((values) => values.length === 1 && values[0]?.kind === "class");
      for (const base of found.flat()) {
        if (base.kind === "unknown") isOpen = true;
        if (base.kind !== "class") continue;
        if (!classes.some((each) => each.scope === base.scope)) classes.push(base);
      }
    }
    const found = { classes, isOpen, isWhole: isWhole && classes.length <= MAX_BASES };
    this.#bases.set(scope, found);
    return found;
  }

  /** Reads an attribute of a class or an instance. */
  attribute(
    value: Value & { readonly kind: "class" | "instance" },
    name: string,
  ): AttributeValue {
    const { classes, isOpen } = this.bases(value);
    for (const { module, scope } of classes) {
      const bound = scope.names.get(name);
      const assigned = value.kind === "instance" ? scope.attributes.get(name) : undefined;
      if (bound === undefined && assigned === undefined) continue;
      const className = scope.definition === null ? undefined : module.names.get(scope.definition);
      const values = union([
        ...(bound ?? []).map((each) => this.#member({ module, scope }, each)),
        ...(assigned ?? []).map((each) =>
          this.#parts.bound({ module, scope: each.scope }, each.binding)
        ),
      ]);
      const found = className === undefined ? null : { module, name: `${className}.${name}` };
      return { values: givenBy(module, values), found, isUnsure: isOpen };
    }
    const values: Values = [{ kind: "unknown", module: value.module }];
    return { values, found: null, isUnsure: true };
  }

  #member(place: Place, binding: ScopeBinding): Values {
    const values = this.#parts.bound(place, binding);
    const [value] = values;
    const isProperty = value?.kind === "function" &&
      decoratorNames(value).some((each) => each.endsWith("property"));
    return isProperty ? this.#parts.result(value) : values;
  }
}
