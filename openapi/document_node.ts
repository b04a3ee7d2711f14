/** The values of OpenAPI documents, with their references followed. */

import { type Json, type JsonObject, memberValue } from "../core/json.ts";
import { quotable } from "../core/printable.ts";

/**
 * The parsed files of an API: the document and the files that it refers to. For a file that cannot
 * be parsed or exceeds a limit, the value is the reason.
 */
export type DocumentFiles = ReadonlyMap<string, Json | string>;

/** Maximum length of a chain of references. */
const MAX_HOPS = 50;

/**
 * Maximum number of values read plus characters copied. Without it, a small document could expand
 * to gigabytes.
 */
const MAX_WORK = 20_000_000;

/** Maximum length of a reference. */
const MAX_REFERENCE_LENGTH = 2_000;

/** Thrown for a reference that has no target or expands to too much data. */
export class BrokenReference extends Error {
  override readonly name = "BrokenReference";
}

/** Returns a part of a document, or the reason why a reference in it is broken. */
export function partOrReason<T>(read: () => T): T | BrokenReference {
  try {
    return read();
  } catch (problem) {
    if (problem instanceof BrokenReference) return problem;
    throw problem;
  }
}

/** A value in one of the files of an API. */
export class DocumentNode {
  readonly #documents: Documents;

  /**
   * @param file The path of its file.
   */
  constructor(documents: Documents, readonly json: Json, readonly file: string) {
    this.#documents = documents;
  }

  /** Returns a member of an object. If it is a reference, returns the value that it refers to. */
  get(key: string): DocumentNode | null {
    const value = this.#documents.member(this.json, key);
    return value === null ? null : this.#at(value).followed();
  }

  /**
   * Returns a member of an object without following references. Data, such as an example, contains
   * no references.
   */
  raw(key: string): Json | null {
    return this.#documents.member(this.json, key);
  }

  /** Returns a member of data from the document, such as an example; `null` if it is missing. */
  member(data: Json, key: string): Json | null {
    return this.#documents.member(data, key);
  }

  /** Counts data that is copied from the document, or made from it. */
  copied(data: Json): Json {
    this.#documents.count(this.#documents.sizeOf(data));
    return data;
  }

  /** Returns the members of an object, in order, with references followed. */
  members(): readonly (readonly [string, DocumentNode])[] {
    if (this.json.kind !== "object") return [];
    return this.json.members.map(({ key, value }) => {
      this.#documents.count(key.length);
      return [key, this.#at(value).followed()] as const;
    });
  }

  /** Returns the keys of an object. */
  keys(): readonly string[] {
    if (this.json.kind !== "object") return [];
    this.#documents.count(this.json.members.length);
    return this.json.members.map(({ key }) => key);
  }

  /** Returns the items of an array, with references followed. */
  items(): readonly DocumentNode[] {
    if (this.json.kind !== "array") return [];
    return this.json.items.map((item) => this.#at(item).followed());
  }

  /** Returns the items of an array, with the reason in place of each that cannot be read. */
  itemsOrReasons(): readonly (DocumentNode | BrokenReference)[] {
    if (this.json.kind !== "array") return [];
    return this.json.items.map((item) => partOrReason(() => this.#at(item).followed()));
  }

  /** Returns the text of a string; `null` for any other value. */
  text(): string | null {
    return this.json.kind === "string" ? this.json.value : null;
  }

  /** Returns a member if it is a string, and `null` otherwise. */
  textOf(key: string): string | null {
    return this.get(key)?.text() ?? null;
  }

  /** Reports whether a member is `true`. */
  isSet(key: string): boolean {
    const value = this.get(key)?.json;
    return value?.kind === "boolean" && value.value;
  }

  /** Follows references to the value that they lead to. */
  followed(): DocumentNode {
    return this.#documents.follow(this);
  }

  #at(json: Json): DocumentNode {
    this.#documents.count(1);
    return new DocumentNode(this.#documents, json, this.file);
  }
}

/** The files of an API, and the references between them. */
export class Documents {
  readonly #files: DocumentFiles;
  readonly #members = new WeakMap<JsonObject, ReadonlyMap<string, Json>>();
  readonly #sizes = new WeakMap<Json, number>();
  #work = 0;

  constructor(files: DocumentFiles) {
    this.#files = files;
  }

  /**
   * Counts values that are read or characters that are copied.
   *
   * @throws {BrokenReference} If there were too many so far.
   */
  count(work: number): void {
    this.#work += work;
    if (this.#work > MAX_WORK) {
      throw new BrokenReference("the references of the document expand to too much data");
    }
  }

  /**
   * Returns the approximate length of a value as text. A value that occurs in several places is
   * measured once.
   */
  sizeOf(json: Json): number {
    switch (json.kind) {
      case "string":
        return json.value.length + 1;
      case "number":
        return json.text.length;
      case "array":
      case "object": {
        const known = this.#sizes.get(json);
        if (known !== undefined) return known;
        const size = json.kind === "array"
          ? json.items.reduce((sum, each) => sum + this.sizeOf(each), 1)
          : json.members.reduce((sum, { key, value }) => sum + key.length + this.sizeOf(value), 1);
        this.#sizes.set(json, size);
        return size;
      }
      default:
        return 1;
    }
  }

  /** Returns a member of an object; `null` if it is missing. */
  member(json: Json, key: string): Json | null {
    if (json.kind !== "object") return null;
    if (json.members.length < 8) return memberValue(json, key) ?? null;
    let known = this.#members.get(json);
    if (known === undefined) {
      known = new Map(json.members.map((each) => [each.key, each.value]));
      this.#members.set(json, known);
    }
    return known.get(key) ?? null;
  }

  /**
   * Follows references to the value that they lead to.
   *
   * @throws {BrokenReference} If a reference has no target, or references are circular.
   */
  follow(node: DocumentNode): DocumentNode {
    let found = node;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const reference = this.member(found.json, "$ref");
      if (reference?.kind !== "string") return found;
      found = this.#target(reference.value, found.file);
    }
    throw new BrokenReference("its references are circular");
  }

  #target(reference: string, from: string): DocumentNode {
    const shown = `'${quotable(reference, 100)}'`;
    if (reference.length > MAX_REFERENCE_LENGTH) {
      throw new BrokenReference(`${shown} exceeds ${MAX_REFERENCE_LENGTH} characters`);
    }
    this.count(reference.length);
    const { file, pointer } = splitReference(reference, from);
    if (file === null) throw new BrokenReference(`${shown} is not a file beside the document`);
    const top = this.#files.get(file);
    if (top === undefined) throw new BrokenReference(`${shown} cannot be read`);
    if (typeof top === "string") throw new BrokenReference(`${shown}: ${top}`);
    let json: Json | undefined = top;
    for (const step of pointer) {
      if (json === undefined) break;
      json = json.kind === "array"
        ? json.items[Number(step)]
        : this.member(json, step) ?? undefined;
    }
    if (json === undefined) throw new BrokenReference(`${shown} does not exist`);
    return new DocumentNode(this, json, file);
  }
}

/** A reference: a file, and the steps to a value in it. */
export interface SplitReference {
  /** The path relative to the document's folder; `null` for a URL, or a path that leaves the folder. */
  readonly file: string | null;
  readonly pointer: readonly string[];
}

/**
 * Splits a reference.
 *
 * @param from The file that contains the reference.
 *
 * @example
 * ```ts
 * import { splitReference } from "./document_node.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(splitReference("../pets.yaml#/Pet", "parts/all.yaml"), {
 *   file: "pets.yaml",
 *   pointer: ["Pet"],
 * });
 * ```
 */
export function splitReference(reference: string, from: string): SplitReference {
  const [path = "", fragment = ""] = reference.split("#", 2);
  // A fragment without a slash, such as `#pet`, names an anchor. Anchors are not supported.
  const steps = fragment === "" || fragment.startsWith("/") ? fragment : `/#${fragment}`;
  const pointer = steps.split("/").slice(1).map((step) =>
    decoded(step).replaceAll("~1", "/").replaceAll("~0", "~")
  );
  return { file: path === "" ? from : besideFile(decoded(path), from), pointer };
}

function besideFile(path: string, from: string): string | null {
  if (/^[\w+.-]*:|^[\\/]/.test(path)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (problem) {
    if (problem instanceof URIError) return text;
    throw problem;
  }
}
