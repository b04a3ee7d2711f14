/** Collects the problems of a spec while it is read. */

import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import { type JsonObject, memberValue } from "../core/json.ts";
import { jsonPointer, type Position } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { nearest } from "./names.ts";
import { objectHint } from "./value_hints.ts";

/** A place in the spec: in words, and as a path of keys. */
export interface SpecPlace {
  readonly words: string;
  readonly path: readonly string[];
}

/** A problem, and its place. */
export interface Problem {
  readonly code: Diagnostic["code"];
  readonly message: string;
  /** Offset of the problem in the spec's text. */
  readonly at: number;
  readonly path: readonly string[];
  readonly hint?: string;
}

interface Finding {
  readonly at: number;
  readonly placed: (position: Position | null) => Diagnostic;
}

const NO_POSITION = { line: null, column: null };

/** The problems of a spec. */
export class Findings {
  readonly #found: Finding[] = [];
  readonly #specPath: string;

  /** @param specPath The spec's path, for messages. */
  constructor(specPath: string) {
    this.#specPath = specPath;
  }

  /** Returns the diagnostics in the order of the spec. */
  diagnostics(position: (at: number) => Position | null): readonly Diagnostic[] {
    return this.#found.toSorted((a, b) => a.at - b.at).map(({ at, placed }) =>
      placed(position(at))
    );
  }

  /** Adds an error. */
  error(problem: Problem): void {
    this.#add(error, problem);
  }

  /** Adds a warning. */
  warning(problem: Problem): void {
    this.#add(warning, problem);
  }

  /**
   * Adds an error about a value of the wrong type. `kind` is the required type, such as `an
   * object`.
   */
  shape(key: string, kind: string, { words, path }: SpecPlace, at: number): void {
    const message = `'${quotable(key)}' must be ${kind} ${words}.`;
    this.error({ code: "spec-shape", message, at, path });
  }

  /** Warns of unknown keys, and rejects repeated ones. */
  checkKeys(object: JsonObject, known: readonly string[], place: SpecPlace): void {
    const seen = new Set<string>();
    for (const { key, at } of object.members) {
      if (!known.includes(key)) {
        const path = [...place.path, key];
        const meant = nearest(key, known);
        const message = `Unknown key '${quotable(key)}' ${place.words}`;
        const hint = meant === null ? {} : { hint: `Did you mean '${meant}'?` };
        this.warning({ code: "spec-unknown-key", message, at, path, ...hint });
      } else if (seen.has(key)) {
        const path = [...place.path, key];
        const message = `Duplicate key '${quotable(key)}' ${place.words}.`;
        this.error({ code: "spec-duplicate", message, at, path });
      }
      seen.add(key);
    }
  }

  /** Returns the object at a key; `null` without one. Any other value is an error. */
  object(parent: JsonObject, key: string, place: SpecPlace): JsonObject | null {
    const value = memberValue(parent, key);
    if (value === undefined) return null;
    if (value.kind === "object") return value;
    const message = `'${key}' must be an object ${place.words}.`;
    const at = { at: value.at, path: [...place.path, key] };
    this.error({ code: "spec-shape", message, ...at, ...objectHint(key) });
    return null;
  }

  /** Returns the string at a key; `null` without one. Any other value is an error. */
  string(parent: JsonObject, key: string, place: SpecPlace): string | null {
    const value = memberValue(parent, key);
    if (value === undefined) return null;
    if (value.kind === "string") return value.value;
    this.shape(key, "a string", { ...place, path: [...place.path, key] }, value.at);
    return null;
  }

  #add(severity: typeof error, { code, message, at, path, hint }: Problem): void {
    const pointer = jsonPointer(path);
    this.#found.push({
      at,
      placed: (position) => {
        const { line, column } = position ?? NO_POSITION;
        const where = { path: this.#specPath, line, column, pointer };
        return severity(code, message, hint === undefined ? { where } : { where, hint });
      },
    });
  }
}
