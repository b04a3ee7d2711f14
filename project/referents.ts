/** The functions, classes, instances and modules to which expressions of a project refer. */

import type { ProjectPath } from "../core/project_path.ts";
import type { ImportedThing } from "../python/bindings.ts";
import { bracketed, isOperator, type Token, tokenize } from "../python/expression.ts";
import type { Definition } from "../python/outline.ts";
import { DefinitionParts } from "./definition_parts.ts";
import type { Bound, SourceFile, SourceFiles } from "./source_file.ts";

/** Where an expression is. */
export interface Scope {
  readonly file: SourceFile;
  /** The functions around it, outermost first. */
  readonly functions: readonly Definition[];
}

/** What an expression refers to. */
export type Referent =
  /** A function or method. `scope` is around it. */
  | { readonly kind: "function"; readonly scope: Scope; readonly definition: Definition }
  | { readonly kind: "class" | "instance"; readonly scope: Scope; readonly definition: Definition }
  /** A module, by its name in an import statement of the file `from`. */
  | { readonly kind: "module"; readonly from: ProjectPath; readonly name: string }
  /** A variable that is assigned once. */
  | { readonly kind: "value"; readonly scope: Scope; readonly tokens: readonly Token[] };

/** A function or method. */
export type FunctionReferent = Extract<Referent, { readonly kind: "function" }>;

/** Limits the steps of one search. Code can refer to itself, and base classes multiply the steps. */
export interface Budget {
  steps: number;
}

/** Creates the budget for one search. */
export function searchBudget(): Budget {
  return { steps: 60 };
}

// Longer chains of attributes and calls count as unknown.
const MAX_CHAIN = 20;

// Longer annotations in quotes count as unknown.
const MAX_QUOTED = 200;

// Further `import *` statements of a module are not searched.
const MAX_STAR_IMPORTS = 20;

/** Finds what expressions refer to, without running them. */
export class Referents {
  readonly parts = new DefinitionParts();
  readonly #files: SourceFiles;
  /** Values found so far: many endpoints share one service. */
  readonly #values = new Map<readonly Token[], Referent | null>();

  constructor(files: SourceFiles) {
    this.#files = files;
  }

  /** Finds what a name refers to: in the functions around it, then in its module. */
  name({ file, functions }: Scope, name: string, budget: Budget): Referent | null {
    if (budget.steps-- <= 0) return null;
    for (let depth = functions.length; depth > 0; depth--) {
      const inner = functions[depth - 1];
      const bound = inner && this.parts.body(file, inner).names.get(name);
      if (bound === undefined) continue;
      return this.#bound({ file, functions: functions.slice(0, depth) }, bound, budget);
    }
    return this.#member(file, name, budget);
  }

  #member(file: SourceFile, name: string, budget: Budget): Referent | null {
    const scope = { file, functions: [] };
    const bound = file.names.get(name);
    if (bound !== undefined) return this.#bound(scope, bound, budget);
    for (const module of file.starImports.slice(0, MAX_STAR_IMPORTS)) {
      const from = this.#files.find(file.path, module);
      const found = from?.names.get(name);
      if (from === undefined || found === undefined) continue;
      return this.#bound({ file: from, functions: [] }, found, budget);
    }
    return null;
  }

  #bound(scope: Scope, bound: Bound, budget: Budget): Referent | null {
    switch (bound.kind) {
      case "definition": {
        const { definition } = bound;
        return { kind: definition.kind, scope, definition };
      }
      case "import":
        return this.#imported(scope.file, bound.imported, budget);
      case "value":
        return { kind: "value", scope, tokens: bound.tokens };
      case "parameter":
        return this.#instanceOf(scope, bound.annotation, budget);
      case "other":
        return null;
    }
  }

  #imported(
    { path: from }: SourceFile,
    { module, member }: ImportedThing,
    budget: Budget,
  ): Referent | null {
    return member === null
      ? { kind: "module", from, name: module }
      : this.#memberOfModule(from, module, member, budget);
  }

  /** Finds a name in a module, or a module in a package. */
  #memberOfModule(
    from: ProjectPath,
    module: string,
    name: string,
    budget: Budget,
  ): Referent | null {
    if (budget.steps-- <= 0) return null;
    const file = this.#files.find(from, module);
    const found = file === undefined ? null : this.#member(file, name, budget);
    if (found !== null) return found;
    const inner = module.endsWith(".") ? module + name : `${module}.${name}`;
    return { kind: "module", from, name: inner };
  }

  /** Returns an instance of the class that an annotation names. */
  #instanceOf(scope: Scope, annotation: readonly Token[], budget: Budget): Referent | null {
    const [first] = annotation;
    const quoted = annotation.length === 1 && first?.kind === "string" ? first.value ?? "" : "";
    const isQuoted = quoted !== "" && quoted.length <= MAX_QUOTED;
    const tokens = isQuoted ? tokenize(quoted, 0, quoted.length) : annotation;
    const found = this.expression(scope, tokens, budget);
    return found?.kind === "class" ? { ...found, kind: "instance" } : null;
  }

  /**
   * Finds what a chain of names, attributes and calls refers to, such as `service().get` or
   * `shop.Service(repository)`. Variables are replaced by their values.
   */
  expression(scope: Scope, tokens: readonly Token[], budget: Budget): Referent | null {
    const [first] = tokens;
    if (first?.kind !== "name") return null;
    let found = this.#valueOf(this.name(scope, first.text, budget), budget);
    let index = 1;
    for (let links = 0; index < tokens.length; links++) {
      if (found === null || links === MAX_CHAIN) return null;
      const attribute = tokens[index + 1];
      if (isOperator(tokens[index], ".") && attribute?.kind === "name") {
        found = this.#valueOf(this.#attribute(found, attribute.text, budget), budget);
        index += 2;
      } else if (isOperator(tokens[index], "(")) {
        found = this.#result(found, budget);
        index = bracketed(tokens, index).next;
      } else {
        return null;
      }
    }
    return found;
  }

  /** Finds what a dotted name refers to. */
  dotted(scope: Scope, [first = "", ...rest]: readonly string[], budget: Budget): Referent | null {
    let found = this.#valueOf(this.name(scope, first, budget), budget);
    for (const attribute of rest) {
      found = found && this.#valueOf(this.#attribute(found, attribute, budget), budget);
    }
    return found;
  }

  #valueOf(found: Referent | null, budget: Budget): Referent | null {
    return found?.kind === "value" ? this.#shared(found.scope, found.tokens, budget) : found;
  }

  /** Finds what an expression refers to that several endpoints can reach. */
  #shared(scope: Scope, tokens: readonly Token[], budget: Budget): Referent | null {
    const known = this.#values.get(tokens);
    if (known !== undefined) return known;
    if (budget.steps-- <= 0) return null;
    const found = this.expression(scope, tokens, budget);
    // Without the rest of its budget, the search may have missed it.
    if (found !== null || budget.steps > 0) this.#values.set(tokens, found);
    return found;
  }

  #attribute(owner: Referent, name: string, budget: Budget): Referent | null {
    if (owner.kind === "module") return this.#memberOfModule(owner.from, owner.name, name, budget);
    if (owner.kind !== "class" && owner.kind !== "instance") return null;
    return this.#method(owner, name, budget);
  }

  #method(
    { scope, definition }: Extract<Referent, { readonly kind: "class" | "instance" }>,
    name: string,
    budget: Budget,
  ): Referent | null {
    if (budget.steps-- <= 0) return null;
    const method = this.parts.methods(definition).get(name);
    if (method !== undefined) return { kind: "function", scope, definition: method };
    for (const base of this.parts.header(scope.file, definition).bases) {
      const found = this.#shared(scope, base, budget);
      const inherited = found?.kind === "class" ? this.#method(found, name, budget) : null;
      if (inherited !== null) return inherited;
    }
    return null;
  }

  /** Returns what a call of a function or class gives. */
  #result(called: Referent, budget: Budget): Referent | null {
    if (called.kind === "class") return { ...called, kind: "instance" };
    if (called.kind !== "function" || budget.steps-- <= 0) return null;
    const { scope, definition } = called;
    // The annotation can be a base class of what the function returns.
    const { returned } = this.parts.body(scope.file, definition);
    const found = returned.kind === "none"
      ? null
      : this.#shared(insideOf(called), returned.tokens, budget);
    if (found !== null) return found;
    const { annotation } = this.parts.header(scope.file, definition);
    return this.#instanceOf(scope, annotation, budget);
  }
}

/** Returns the scope of a function's body. */
export function insideOf(
  { scope: { file, functions }, definition }: FunctionReferent,
): Scope {
  return { file, functions: [...functions, definition] };
}
