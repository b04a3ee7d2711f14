/**
 * Matches URL paths like Werkzeug 3.1 (`werkzeug.routing.matcher`), for rules without strict
 * slashes.
 */

import type { ParameterType } from "../spec/spec_path.ts";

/** A segment of a rule: literal text, or a parameter. */
export type Segment = string | { readonly type: ParameterType };

/** The result of a match. */
export type Match<Endpoint> =
  | { readonly kind: "found"; readonly endpoint: Endpoint; readonly values: readonly string[] }
  /** `path`: the path with repeated slashes merged, which matches a rule. */
  | { readonly kind: "redirect"; readonly path: string }
  /** `allowed`: the methods of the rules that match the path; empty if no rule does. */
  | { readonly kind: "none"; readonly allowed: ReadonlySet<string> };

interface Rule<Endpoint> {
  readonly methods: readonly string[];
  readonly endpoint: Endpoint;
}

interface State<Endpoint> {
  readonly rules: Rule<Endpoint>[];
  readonly literals: Map<string, State<Endpoint>>;
  readonly parameters: Map<ParameterType, State<Endpoint>>;
}

/**
 * The patterns of Werkzeug's converters, and of the app's own for integers. Python's `\d` matches any
 * decimal digit of Unicode.
 */
const PATTERNS: Readonly<Record<ParameterType, RegExp>> = {
  int: /^\p{Nd}{1,4300}$/u,
  float: /^\p{Nd}+\.\p{Nd}+$/u,
  string: /^[^/]+$/,
  uuid: /^[A-Fa-f0-9]{8}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{12}$/,
};

/**
 * Converters with a lower weight are tried first. Rules with the same weight are tried in the order
 * in which they were added.
 */
const WEIGHTS: Readonly<Record<ParameterType, number>> = {
  int: 50,
  float: 50,
  string: 100,
  uuid: 100,
};

/** The rules of an app. */
export class UrlMap<Endpoint> {
  readonly #root: State<Endpoint> = newState();

  /** Adds a rule. Rules of one path stay in the order in which they were added. */
  add(segments: readonly Segment[], methods: readonly string[], endpoint: Endpoint): void {
    let state = this.#root;
    for (const segment of segments) {
      state = typeof segment === "string"
        ? childOf(state.literals, segment)
        : childOf(state.parameters, segment.type);
    }
    state.rules.push({ methods, endpoint });
  }

  /**
   * Finds the rule for a request.
   *
   * @param path The decoded path, which starts with one slash.
   * @param method The method in uppercase.
   */
  match(path: string, method: string): Match<Endpoint> {
    const allowed = new Set<string>();
    const found = new Search(method, allowed).from(this.#root, path);
    if (found !== null) return found;
    const merged = path.replace(/\/{2,}/g, "/");
    if (merged === path) return { kind: "none", allowed };
    return new Search(method, allowed).from(this.#root, merged) === null
      ? { kind: "none", allowed }
      : { kind: "redirect", path: merged };
  }
}

function newState<Endpoint>(): State<Endpoint> {
  return { rules: [], literals: new Map(), parameters: new Map() };
}

function childOf<Key, Endpoint>(states: Map<Key, State<Endpoint>>, key: Key): State<Endpoint> {
  const known = states.get(key);
  if (known !== undefined) return known;
  const created = newState<Endpoint>();
  states.set(key, created);
  return created;
}

type Found<Endpoint> = Extract<Match<Endpoint>, { readonly kind: "found" }>;

/**
 * The search for one request's rule. It visits each state at most once, because the states form a
 * tree.
 */
class Search {
  readonly #method: string;
  readonly #allowed: Set<string>;

  constructor(method: string, allowed: Set<string>) {
    this.#method = method;
    this.#allowed = allowed;
  }

  from<Endpoint>(root: State<Endpoint>, path: string): Found<Endpoint> | null {
    return this.#match(root, path.split("/").slice(1), 0, []);
  }

  #match<Endpoint>(
    state: State<Endpoint>,
    parts: readonly string[],
    at: number,
    values: readonly string[],
  ): Found<Endpoint> | null {
    const part = parts[at];
    if (part === undefined) return this.#ruleOf(state, values);
    const literal = state.literals.get(part);
    if (literal !== undefined) {
      const found = this.#match(literal, parts, at + 1, values);
      if (found !== null) return found;
    }
    for (const [type, next] of byWeight(state.parameters)) {
      if (!PATTERNS[type].test(part)) continue;
      const found = this.#match(next, parts, at + 1, [...values, part]);
      if (found !== null) return found;
    }
    // Ignore one trailing slash.
    return part === "" && at === parts.length - 1 ? this.#ruleOf(state, values) : null;
  }

  #ruleOf<Endpoint>({ rules }: State<Endpoint>, values: readonly string[]): Found<Endpoint> | null {
    for (const { methods, endpoint } of rules) {
      if (methods.includes(this.#method)) return { kind: "found", endpoint, values };
      for (const method of methods) this.#allowed.add(method);
    }
    return null;
  }
}

function byWeight<Endpoint>(
  parameters: State<Endpoint>["parameters"],
): readonly (readonly [ParameterType, State<Endpoint>])[] {
  return parameters.size < 2
    ? [...parameters]
    : [...parameters].sort(([one], [other]) => WEIGHTS[one] - WEIGHTS[other]);
}
