/** What the page asks of the worker behind it, and what that answers. */

import type { Diagnostic } from "../core/diagnostic.ts";
import type { ColoredLine } from "./colored_lines.ts";

/** A question; the worker answers each, in order. */
export type Question =
  | { readonly kind: "spec"; readonly name: string; readonly text: string }
  /** About the project that was generated last. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "zip" };

export type Answer =
  | { readonly kind: "project"; readonly project: ShownProject }
  | { readonly kind: "failed"; readonly message: string; readonly problems: ShownProblems }
  | { readonly kind: "file"; readonly text: ShownText }
  | { readonly kind: "zip"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A mistake of ours. */
  | { readonly kind: "bug"; readonly reason: string };

/** The first of some things. */
export interface Listed<Thing> {
  readonly shown: readonly Thing[];
  /** How many there are. */
  readonly count: number;
}

export type ShownProblems = Listed<Diagnostic>;

/** What a spec became. */
export interface ShownProject {
  readonly name: string;
  /** A sentence that says what there is. */
  readonly message: string;
  /** Warnings. */
  readonly problems: ShownProblems;
  readonly endpoints: Listed<ShownEndpoint>;
  readonly files: Listed<ShownFile>;
  /** The path of what people want to read first. */
  readonly firstFile: string;
}

export interface ShownEndpoint {
  /** Uppercase. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether the answer ends with what the request's body holds. */
  readonly addsBody: boolean;
  /** The answer's body: to a request without one. */
  readonly answer: ShownText;
}

export interface ShownFile {
  readonly path: string;
  readonly bytes: number;
}

export interface ShownText {
  readonly lines: readonly ColoredLine[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}
