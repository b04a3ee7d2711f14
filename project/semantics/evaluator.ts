/** Evaluates names and expressions of a project without running it. */

import type { ImportedThing } from "../../python/bindings.ts";
import { bracketed, isName, type Token } from "../../python/expression.ts";
import { annotationValues } from "./annotations.ts";
import { followChain, namesOurs } from "./chain.ts";
import { type Bases, ClassValues } from "./class_values.ts";
import { fixtureNamed, isFixture } from "./fixtures.ts";
import { returnAnnotation, returnedTokens } from "./function_parts.ts";
import type { ProjectModule, ProjectModules } from "./project_modules.ts";
import type { Scope, ScopeBinding } from "./scopes.ts";
import {
  type AttributeValue,
  givenBy,
  OTHER,
  type Place,
  SHARED,
  union,
  UNKNOWN,
  type Value,
  type ValueReader,
  type Values,
} from "./values.ts";

/** Names of other packages whose values may be anything, such as stand-ins in tests. */
const LOOSE: ReadonlySet<string> = new Set(
  ("Any AsyncMock MagicMock Mock NonCallableMock cast copy create_autospec deepcopy getattr " +
    "iter max min next object patch seal spy stub super vars").split(" "),
);

/** Flask's objects whose attributes all modules share. */
const SHARING: ReadonlySet<string> = new Set(["current_app", "g"]);

/** Attributes of Flask's objects that hold arbitrary values by name. */
const CONTAINERS: ReadonlySet<string> = new Set(["config", "extensions"]);

/** Maximum length of a chain of names that stand for each other. Longer chains count as unknown. */
const MAX_DEPTH = 60;
const MAX_RETURNS = 5;

const CONSTANTS: ReadonlySet<string> = new Set(["None", "True", "False"]);

const STASHED = /(?<!\bself)\.([\w\u0080-\uffff]+)[ \t]*=(?!=)/g;

/**
 * Evaluates names and expressions. Every result is computed once, so the work grows linearly with the project.
 */
export class Evaluator implements ValueReader {
  readonly #members = new Map<ProjectModule, Map<string, Values | null>>();
  readonly #variables = new Map<ProjectModule, Map<string, Values>>();
  readonly #bound = new Map<ScopeBinding, Values>();
  readonly #results = new Map<Scope, Values>();
  readonly #classes = new ClassValues({
    expression: (place, tokens) => {
      return this.dereferenced(this.#deeper(() => this.evaluate(place, tokens), UNKNOWN));
    },
    bound: (place, binding) => this.#binding(place, binding),
    result: (place) => this.#result(place),
  });
  /** Names of attributes that are assigned outside of their class, such as `g.service`. */
  readonly #stashed: ReadonlySet<string>;
  #depth = 0;

  constructor(readonly modules: ProjectModules) {
    this.#stashed = new Set(
      modules.all.flatMap(({ text }) => [...text.matchAll(STASHED)].map(([, name = ""]) => name)),
    );
  }

  /** Evaluates a name in a scope. */
  lookup({ module, scope }: Place, name: string): Values {
    for (let around: Scope | null = scope; around !== null; around = around.parent) {
      if (around.kind === "class" && around !== scope) continue;
      if (around.kind === "module") break;
      const found = around.names.get(name);
      if (found === undefined) continue;
      const place = { module, scope: around };
      return union(found.map((binding) => this.#binding(place, binding)));
    }
    return this.member(module, name) ?? this.#unbound(module, name);
  }

  #unbound({ scope }: ProjectModule, name: string): Values {
    return scope.names.has("*") ? UNKNOWN : external(name);
  }

  /** Evaluates a name of a module as other modules see it; `null` if the module does not have it. */
  member(module: ProjectModule, name: string): Values | null {
    const members = this.#members.get(module) ?? new Map<string, Values | null>();
    this.#members.set(module, members);
    const known = members.get(name);
    if (known !== undefined) return known;
    // Names that stand for each other in a circle are unknown.
    members.set(name, UNKNOWN);
    const found = this.#deeper(() => this.#member(module, name), UNKNOWN);
    members.set(name, found);
    return found;
  }

  #member(module: ProjectModule, name: string): Values | null {
    const bound = module.scope.names.get(name);
    if (bound !== undefined) {
      const place = { module, scope: module.scope };
      return union(
        bound.map((binding): Values =>
          binding.kind === "import" || binding.kind === "definition"
            ? this.#binding(place, binding)
            : [{ kind: "variable", module, name }]
        ),
      );
    }
    const submodule = this.modules.inside(module, name);
    if (submodule !== undefined) return [{ kind: "module", module: submodule }];
    if (name.startsWith("_") || name === "*") return null;
    for (const binding of module.scope.names.get("*") ?? []) {
      if (binding.kind !== "import") continue;
      const from = this.modules.find(module, binding.imported.module);
      const found = from === undefined ? null : this.member(from, name);
      if (found !== null) return found;
    }
    return null;
  }

  /** Evaluates a name that an import statement binds. */
  imported(module: ProjectModule, { module: name, member }: ImportedThing): Values {
    const target = this.modules.find(module, name);
    if (target === undefined) return external(member ?? name);
    if (member === null) return [{ kind: "module", module: target }];
    return this.member(target, member) ?? [{ kind: "unknown", module: target }];
  }

  /**
   * Evaluates a binding in a function or class, or a binding in a module that binds no variable.
   */
  #binding(place: Place, binding: ScopeBinding): Values {
    const known = this.#bound.get(binding);
    if (known !== undefined) return known;
    this.#bound.set(binding, UNKNOWN);
    const found = this.#deeper(() => this.#evaluateBinding(place, binding), UNKNOWN);
    this.#bound.set(binding, found);
    return found;
  }

  #evaluateBinding(place: Place, binding: ScopeBinding): Values {
    const { module, scope } = place;
    switch (binding.kind) {
      case "import":
        return this.imported(module, binding.imported);
      case "definition": {
        const inner = scope.children.get(binding.definition.header);
        return inner === undefined
          ? UNKNOWN
          : [{ kind: binding.definition.kind, module, scope: inner }];
      }
      case "parameter":
        return this.#parameter(place, binding);
      case "value":
        return binding.annotation.length > 0
          ? annotationValues(this, place, binding.annotation)
          : this.evaluate(place, binding.value);
      case "other":
        return UNKNOWN;
    }
  }

  #parameter(
    { module, scope }: Place,
    { parameter: { name, annotation }, isFirst }: ScopeBinding & { readonly kind: "parameter" },
  ): Values {
    const outer = scope.parent;
    if (annotation.length > 0) {
      return annotationValues(this, { module, scope: outer ?? module.scope }, annotation);
    }
    if (isFirst && outer?.kind === "class") {
      return [{ kind: name === "cls" ? "class" : "instance", module, scope: outer }];
    }
    const fixture = fixtureNamed(this.modules, module, name);
    return fixture === null ? UNKNOWN : this.#result(fixture);
  }

  /** Evaluates an expression. */
  evaluate(place: Place, tokens: readonly Token[]): Values {
    const [first] = tokens;
    if (first === undefined) return UNKNOWN;
    if (isName(first, "await")) return this.evaluate(place, tokens.slice(1));
    if (first.kind === "string" || first.kind === "number") return OTHER;
    if (first.kind === "operator") {
      if (!"([{".includes(first.text) || bracketed(tokens, 0).next !== tokens.length) {
        return UNKNOWN;
      }
      if (first.text !== "(") return namesOurs(this, place, tokens) ? UNKNOWN : OTHER;
      return this.#deeper(() => this.evaluate(place, tokens.slice(1, -1)), UNKNOWN);
    }
    if (CONSTANTS.has(first.text)) return tokens.length === 1 ? OTHER : UNKNOWN;
    const { values, next } = followChain(this, place, tokens, 0);
    return next === tokens.length ? values : UNKNOWN;
  }

  /** Replaces the variables of modules by their values. */
  dereferenced(values: Values): Values {
    if (values.every(({ kind }) => kind !== "variable")) return values;
    return union(
      values.map((value) =>
        value.kind === "variable" ? this.#variable(value.module, value.name) : [value]
      ),
    );
  }

  #variable(module: ProjectModule, name: string): Values {
    const variables = this.#variables.get(module) ?? new Map<string, Values>();
    this.#variables.set(module, variables);
    const known = variables.get(name);
    if (known !== undefined) return known;
    const unknown: Values = [{ kind: "unknown", module }];
    variables.set(name, unknown);
    const place = { module, scope: module.scope };
    const found = this.#deeper(() => {
      const bound = module.scope.names.get(name) ?? [];
      return union(bound.map((each) => this.dereferenced(this.#binding(place, each))));
    }, unknown);
    const values = givenBy(module, found);
    variables.set(name, values);
    return values;
  }

  /** Reads an attribute of a value. */
  attribute(value: Value, name: string): AttributeValue {
    switch (value.kind) {
      case "module": {
        const values = this.member(value.module, name) ??
          [{ kind: "unknown", module: value.module }];
        return { values, found: null, isUnsure: false };
      }
      case "class":
      case "instance":
        return this.#classes.attribute(value, name);
      case "other": {
        const values = this.#stashed.has(name) ? SHARED : external(name);
        return { values, found: null, isUnsure: false };
      }
      case "unknown":
        return { values: [value], found: null, isUnsure: true };
      case "function":
      case "variable":
        return {
          values: [{ kind: "unknown", module: value.module }],
          found: null,
          isUnsure: true,
        };
    }
  }

  /** Returns a class and the classes that it inherits from. */
  bases(place: Place): Bases {
    return this.#classes.bases(place);
  }

  /** Evaluates a call. */
  called(value: Value, callee: string, hasOurArguments: () => boolean): Values {
    switch (value.kind) {
      case "class":
        return [{ ...value, kind: "instance" }];
      case "function":
        return this.#result(value);
      case "other":
        return LOOSE.has(callee) || hasOurArguments() ? UNKNOWN : OTHER;
      case "unknown":
        return [value];
      default:
        return [{ kind: "unknown", module: value.module }];
    }
  }

  /** Evaluates a subscript. */
  subscripted(value: Value, name: string): Values {
    if (value.kind === "class" || value.kind === "unknown") return [value];
    if (value.kind === "other") return CONTAINERS.has(name) ? SHARED : OTHER;
    return [{ kind: "unknown", module: value.module }];
  }

  #result(value: Place): Values {
    const { module, scope } = value;
    const known = this.#results.get(scope);
    if (known !== undefined) return known;
    this.#results.set(scope, UNKNOWN);
    const found = this.#deeper(() => this.#evaluateResult(value), UNKNOWN);
    const result = givenBy(module, found);
    this.#results.set(scope, result);
    return result;
  }

  #evaluateResult(value: Place): Values {
    const { module, scope } = value;
    const annotation = returnAnnotation(value);
    if (annotation.length > 0) {
      const place = { module, scope: scope.parent ?? module.scope };
      return annotationValues(this, place, annotation, { isYielded: isFixture(value) });
    }
    const returned = returnedTokens(value);
    if (returned.length > MAX_RETURNS) return UNKNOWN;
    return returned.length === 0 ? OTHER : union(
      returned.map((tokens) => this.dereferenced(this.evaluate({ module, scope }, tokens))),
    );
  }

  /** Computes a value, unless the chain of values that wait for it is too long. */
  #deeper<T>(compute: () => T, unknown: T): T {
    if (this.#depth >= MAX_DEPTH) return unknown;
    this.#depth++;
    try {
      return compute();
    } finally {
      this.#depth--;
    }
  }
}

/** Evaluates a name of another package. */
function external(name: string): Values {
  if (SHARING.has(name)) return SHARED;
  return LOOSE.has(name) ? UNKNOWN : OTHER;
}
