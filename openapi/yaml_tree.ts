/** YAML as a tree of JSON values. Loaded late, because the library for it is large. */

import {
  type Alias,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  type Scalar,
} from "yaml";
import { type Json, type JsonMember, JsonSyntaxError } from "../core/json.ts";

/**
 * Maximum depth. The library's parser is recursive and needs more of the stack than the JSON
 * parser.
 */
const MAX_YAML_DEPTH = 200;

/**
 * Maximum length of a text, and of the strings in it with aliases replaced. The library takes about a microsecond and
 * a hundred bytes for each character.
 */
const MAX_LENGTH = 20_000_000;

/** Maximum number of values. An alias counts with everything that it stands for. */
const MAX_VALUES = 2_000_000;

/** The size of a value, with everything in it. */
interface Size {
  readonly values: number;
  /** Length of its strings and numbers. */
  readonly characters: number;
}

/**
 * Parses YAML 1.2.
 *
 * @returns The tree, or the first error. The value of an alias has the offset of its anchor.
 *
 * @example
 * ```ts
 * import { yamlTree } from "./yaml_tree.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(yamlTree("- 1.0"), {
 *   kind: "array",
 *   at: 0,
 *   items: [{ kind: "number", at: 2, text: "1.0" }],
 * });
 * ```
 */
export function yamlTree(text: string): Json | JsonSyntaxError {
  if (text.length > MAX_LENGTH) {
    const limit = MAX_LENGTH.toLocaleString("en");
    return new JsonSyntaxError(`longer than ${limit} characters; JSON may be longer`, MAX_LENGTH);
  }
  const document = parseDocument(text, {
    logLevel: "error",
    prettyErrors: false,
    uniqueKeys: false,
    version: "1.2",
  });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const isDeep = problem.message.startsWith("Maximum call stack size");
    return new JsonSyntaxError(isDeep ? "nested too deeply" : problem.message, problem.pos[0]);
  }
  try {
    return new Converter().convert(document.contents, 0);
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return thrown;
    throw thrown;
  }
}

class Converter {
  /** The values of anchors, with their sizes. */
  readonly #anchors = new Map<string, { readonly value: Json; readonly size: Size }>();
  #values = 0;
  #characters = 0;

  convert(node: ParsedNode | null, depth: number): Json {
    if (node === null) return { kind: "null", at: 0 };
    const [at] = node.range;
    if (depth > MAX_YAML_DEPTH) {
      throw new JsonSyntaxError(`nested deeper than ${MAX_YAML_DEPTH} levels`, at);
    }
    const [values, characters] = [this.#values, this.#characters];
    this.#add({ values: 1, characters: 0 }, at);
    if (isAlias(node)) return this.#aliased(node.source, at);
    const value = this.#value(node, at, depth);
    this.#add({ values: 0, characters: lengthOf(value) }, at);
    if (node.anchor !== undefined) {
      const size = { values: this.#values - values, characters: this.#characters - characters };
      this.#anchors.set(node.anchor, { value, size });
    }
    return value;
  }

  #value(node: Exclude<ParsedNode, Alias.Parsed>, at: number, depth: number): Json {
    if (isScalar(node)) return scalar(node as Scalar.Parsed, at);
    if (isSeq(node)) {
      const items = node.items.map((item) =>
        this.convert(isPair(item) ? null : item as ParsedNode, depth + 1)
      );
      return { kind: "array", at, items };
    }
    const members: JsonMember[] = [];
    let isMerged = false;
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const name = this.convert(key as ParsedNode | null, depth + 1);
        const member = this.convert(value as ParsedNode | null, depth + 1);
        members.push({ key: keyText(name), at: name.at, value: member });
        isMerged ||= isScalar(key) && key.source === MERGE && isCollection(value);
      }
    }
    return { kind: "object", at, members: isMerged ? merged(members) : members };
  }

  #aliased(name: string, at: number): Json {
    const anchor = this.#anchors.get(name);
    if (anchor === undefined) throw new JsonSyntaxError(`alias '${name}' has no value yet`, at);
    this.#add(anchor.size, at);
    return anchor.value;
  }

  #add({ values, characters }: Size, at: number): void {
    this.#values += values;
    this.#characters += characters;
    const exceeded = this.#values > MAX_VALUES
      ? `${MAX_VALUES.toLocaleString("en")} values`
      : this.#characters > MAX_LENGTH
      ? `${MAX_LENGTH.toLocaleString("en")} characters`
      : null;
    if (exceeded !== null) throw new JsonSyntaxError(`more than ${exceeded}`, at);
  }
}

function lengthOf(value: Json): number {
  if (value.kind === "string") return value.value.length;
  return value.kind === "number" ? value.text.length : 0;
}

/**
 * The key that merges the members of other mappings into its own mapping
 * (https://yaml.org/type/merge.html).
 */
const MERGE = "<<";

function isCollection(node: unknown): boolean {
  return isAlias(node) || isMap(node) || isSeq(node);
}

/**
 * Puts the members of merged mappings in their place. The mapping's own members take precedence.
 */
function merged(members: readonly JsonMember[]): readonly JsonMember[] {
  const found = new Map<string, JsonMember>();
  for (const each of members) if (each.key !== MERGE) found.set(each.key, each);
  for (const { value } of members.filter(({ key }) => key === MERGE)) {
    const sources = value.kind === "array" ? value.items : [value];
    for (
      const each of sources.flatMap((source) => source.kind === "object" ? source.members : [])
    ) {
      if (!found.has(each.key)) found.set(each.key, each);
    }
  }
  return [...found.values()];
}

function scalar({ value, source = "" }: Scalar.Parsed, at: number): Json {
  switch (typeof value) {
    case "boolean":
      return { kind: "boolean", at, value };
    case "string":
      return { kind: "string", at, value };
    case "number":
    case "bigint": {
      if (JSON_NUMBER.test(source)) return { kind: "number", at, text: source };
      const text = String(value);
      return JSON_NUMBER.test(text)
        ? { kind: "number", at, text }
        : { kind: "string", at, value: source };
    }
    default:
      return value === null ? { kind: "null", at } : { kind: "string", at, value: source };
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Returns a key as a string, as in JSON: a status such as `200` is a number in YAML. */
function keyText(key: Json): string {
  switch (key.kind) {
    case "string":
      return key.value;
    case "number":
      return key.text;
    case "boolean":
      return String(key.value);
    case "null":
      return "null";
    default:
      throw new JsonSyntaxError("a key must not be a list or a mapping", key.at);
  }
}
