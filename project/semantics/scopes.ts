/** The scopes of a module, and the values of their names. */

import { type ImportedThing, lineBindings } from "../../python/bindings.ts";
import { dottedName, isOperator, type Token, tokenize } from "../../python/expression.ts";
import type { Definition } from "../../python/outline.ts";
import { type Parameter, parameters } from "../../python/parameters.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { readAssignment } from "../routing/flask_scope.ts";

/** The value that one statement binds to a name. */
export type ScopeBinding =
  | { readonly kind: "import"; readonly imported: ImportedThing }
  | { readonly kind: "definition"; readonly definition: Definition }
  | { readonly kind: "parameter"; readonly parameter: Parameter; readonly isFirst: boolean }
  /** An assignment, with empty tokens for a missing value or annotation. */
  | {
    readonly kind: "value";
    readonly value: readonly Token[];
    readonly annotation: readonly Token[];
  }
  | { readonly kind: "other" };

/** The value that a method binds to an attribute of its object. */
export interface AttributeBinding {
  readonly binding: ScopeBinding;
  /** The method. */
  readonly scope: Scope;
}

/** A module, function or class, and the names that its own lines bind. */
export class Scope {
  /** The scopes of the functions and classes directly in this one, by the line of their header. */
  readonly children: ReadonlyMap<number, Scope>;
  readonly #module: PythonModule;
  #names: ReadonlyMap<string, readonly ScopeBinding[]> | null = null;
  #attributes: ReadonlyMap<string, readonly AttributeBinding[]> | null = null;

  /** @param definition The function or class; `null` for the module. */
  constructor(
    module: PythonModule,
    readonly definition: Definition | null = null,
    readonly parent: Scope | null = null,
  ) {
    this.#module = module;
    this.depth = parent === null ? 0 : parent.depth + 1;
    const inside = definition === null ? module.definitions : definition.children;
    // Deeper definitions belong to this scope's lines. CPython allows 100 levels of indentation.
    const isTooDeep = this.depth >= MAX_DEPTH;
    this.children = new Map(
      isTooDeep ? [] : inside.map((each) => [each.header, new Scope(module, each, this)]),
    );
  }

  /** Number of scopes around this one. */
  readonly depth: number;

  get kind(): "module" | Definition["kind"] {
    return this.definition?.kind ?? "module";
  }

  /** The bindings of each name. */
  get names(): ReadonlyMap<string, readonly ScopeBinding[]> {
    return this.#names ??= this.#readNames();
  }

  /** For a class, the values that its methods assign to attributes of `self`. */
  get attributes(): ReadonlyMap<string, readonly AttributeBinding[]> {
    if (this.#attributes !== null) return this.#attributes;
    const found = new Map<string, AttributeBinding[]>();
    if (this.kind === "class") {
      for (const method of this.children.values()) method.#addAttributes(found);
    }
    return this.#attributes = found;
  }

  /** Yields the indices of the logical lines in this scope, but not in the scopes inside it. */
  *lines(): Iterable<number> {
    const { definition } = this;
    let line = definition === null ? 0 : definition.header + 1;
    const last = definition === null ? this.#module.lines.length - 1 : definition.last;
    for (const child of this.children.values()) {
      const header = child.definition?.header ?? line;
      for (; line < header; line++) yield line;
      line = (child.definition?.last ?? header) + 1;
    }
    for (; line <= last; line++) yield line;
  }

  #readNames(): ReadonlyMap<string, readonly ScopeBinding[]> {
    const { definition } = this;
    const found = new Map<string, ScopeBinding[]>();
    if (definition?.kind === "function") {
      for (const [index, parameter] of parameters(this.#module, definition).entries()) {
        add(found, parameter.name, { kind: "parameter", parameter, isFirst: index === 0 });
      }
    }
    for (const { definition: inner } of this.children.values()) {
      if (inner === null) continue;
      add(found, inner.name, { kind: "definition", definition: inner });
    }
    for (const line of this.lines()) this.#addLine(found, line);
    return found;
  }

  #addLine(found: Map<string, ScopeBinding[]>, line: number): void {
    const { start = 0, end = 0 } = this.#module.lines[line] ?? {};
    if (!MAY_BIND.test(this.#module.source.slice(start, end))) return;
    const bound = lineBindings(this.#module, line);
    const assigned = bound.some(({ imported }) => imported === null)
      ? assignedAt(this.#module, line)
      : null;
    for (const { name, imported } of bound) {
      if (imported !== null) add(found, name, { kind: "import", imported });
      else add(found, name, assigned?.targets.includes(name) ? assigned.binding : OTHER);
    }
  }

  #addAttributes(found: Map<string, AttributeBinding[]>): void {
    const { definition } = this;
    if (definition?.kind !== "function") return;
    const [self] = parameters(this.#module, definition);
    const { source, lines } = this.#module;
    for (const line of this.lines()) {
      // Most lines assign nothing to attributes.
      if (!source.startsWith(self?.name ?? "self", lines[line]?.start)) continue;
      const assigned = assignedAt(this.#module, line);
      for (const target of assigned?.targets ?? []) {
        const [owner, attribute, ...more] = target.split(".");
        if (assigned === null || owner !== self?.name || attribute === undefined) continue;
        if (more.length === 0) add(found, attribute, { binding: assigned.binding, scope: this });
      }
    }
  }
}

const MAX_DEPTH = 100;

/**
 * Matches every line that binds a name, except headers of definitions. Most lines bind no name, and
 * reading their tokens takes long.
 */
const MAY_BIND = /=|\b(?:as|for|import)\b/;

const OTHER: ScopeBinding = { kind: "other" };

function add<T>(found: Map<string, T[]>, name: string, binding: T): void {
  const known = found.get(name);
  if (known === undefined) found.set(name, [binding]);
  else known.push(binding);
}

interface AssignedNames {
  readonly targets: readonly string[];
  readonly binding: ScopeBinding;
}

/** Reads the line's assignment; `null` if the line does not start with one. */
function assignedAt({ source, lines }: PythonModule, index: number): AssignedNames | null {
  const { start = 0, end = 0 } = lines[index] ?? {};
  const tokens = tokenize(source, start, end);
  const assignment = readAssignment(tokens);
  const colon = annotationStart(tokens);
  if (assignment === null && colon === -1) return null;
  const value = assignment?.value ?? [];
  const targets = assignment?.targets ?? [tokens.slice(0, colon).map(({ text }) => text).join("")];
  const annotation = colon === -1 ? [] : tokens.slice(
    colon + 1,
    value[0] === undefined ? undefined : tokens.indexOf(value[0]) - 1,
  );
  return { targets, binding: { kind: "value", value, annotation } };
}

/** Returns the index of the colon after a dotted name at the start of a line, or -1. */
function annotationStart(tokens: readonly Token[]): number {
  const dotted = dottedName(tokens, 0);
  return dotted !== null && isOperator(tokens[dotted.next], ":") ? dotted.next : -1;
}
