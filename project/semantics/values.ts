/** The values of a project's expressions, as far as static analysis can determine them. */

import type { ProjectModule } from "./project_modules.ts";
import type { Scope } from "./scopes.ts";

/** A possible value of an expression. */
export type Value =
  | { readonly kind: "module"; readonly module: ProjectModule }
  | { readonly kind: "class"; readonly module: ProjectModule; readonly scope: Scope }
  | { readonly kind: "instance"; readonly module: ProjectModule; readonly scope: Scope }
  | { readonly kind: "function"; readonly module: ProjectModule; readonly scope: Scope }
  /** A variable of a module. */
  | { readonly kind: "variable"; readonly module: ProjectModule; readonly name: string }
  /** Anything. */
  | {
    readonly kind: "unknown";
    /**
     * The module of the project that the value comes from. The value is probably one that this
     * module uses.
     */
    readonly module: ProjectModule | null;
    /** Whether any module may have stored the value, for example in `g`. */
    readonly isShared?: true;
  }
  /** A value from outside of this project. */
  | { readonly kind: "other" };

export type Values = readonly Value[];

export const UNKNOWN: Values = [{ kind: "unknown", module: null }];
export const SHARED: Values = [{ kind: "unknown", module: null, isShared: true }];
export const OTHER: Values = [{ kind: "other" }];

/** Maximum number of possible values of an expression. With more, it counts as unknown. */
const MAX_VALUES = 4;

/** Joins the values of alternatives. */
export function union(all: readonly Values[]): Values {
  const [only] = all;
  if (all.length === 1 && only !== undefined && only.length <= 1) return only;
  const found = new Map<unknown, Value>();
  for (const value of all.flat()) found.set(identity(value), value);
  return found.size > MAX_VALUES ? UNKNOWN : [...found.values()];
}

function identity(value: Value): unknown {
  switch (value.kind) {
    case "module":
      return value.module;
    case "class":
    case "function":
      return value.scope;
    case "instance":
      return `instance ${value.module.path} ${value.scope.definition?.header}`;
    case "variable":
      return `variable ${value.module.path} ${value.name}`;
    case "unknown":
      return `unknown ${value.isShared === true} ${value.module?.path ?? ""}`;
    case "other":
      return "other";
  }
}

/** Returns the definition's full name, such as `Service.get`; `null` inside a function. */
export function symbolName(value: Value): string | null {
  if (value.kind === "variable") return value.name;
  if (value.kind !== "class" && value.kind !== "function") return null;
  const { scope: { definition }, module } = value;
  return definition === null ? null : module.names.get(definition) ?? null;
}

/** The place of an expression. */
export interface Place {
  readonly module: ProjectModule;
  readonly scope: Scope;
}

/** The result of reading an attribute. */
export interface AttributeValue {
  readonly values: Values;
  /** The method, or other name of a class, that is read. */
  readonly found: { readonly module: ProjectModule; readonly name: string } | null;
  /** Whether the attribute may belong to another object. */
  readonly isUnsure: boolean;
}

/** Evaluates the parts of expressions. */
export interface ValueReader {
  /** Evaluates a name. */
  lookup(place: Place, name: string): Values;
  /** Replaces the variables of modules by their values. */
  dereferenced(values: Values): Values;
  attribute(value: Value, name: string): AttributeValue;
  /** @param hasOurArguments Reports whether an argument comes from this project. */
  called(value: Value, callee: string, hasOurArguments: () => boolean): Values;
  /** @param name The name before the bracket. */
  subscripted(value: Value, name: string): Values;
}

/**
 * Returns values as other modules see them. An unknown value counts as one that this module knows.
 */
export function givenBy(module: ProjectModule, values: Values): Values {
  const isClear = values.length > 0 && !values.some(({ kind }) => kind === "unknown");
  if (isClear) return values;
  const shared = values.filter((value) => value.kind === "unknown" && value.isShared === true);
  return [{ kind: "unknown", module }, ...shared];
}
