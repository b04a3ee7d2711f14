/** The messages between the page and its worker. */

import type { Diagnostic } from "../core/diagnostic.ts";
import type { DocumentedParameter } from "../mock/documented_parameters.ts";
import type { ColoredLine } from "./colored_lines.ts";
import type { TypedRequest } from "./send.ts";

/** A question. The worker answers every question, in order. */
export type Question =
  | { readonly kind: "spec"; readonly name: string; readonly text: string }
  /** The following questions refer to the last generated project. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "zip" }
  | { readonly kind: "send"; readonly request: TypedRequest };

/** The answer to a question. */
export type Answer =
  | { readonly kind: "project"; readonly project: ShownProject }
  | { readonly kind: "failed"; readonly message: string; readonly problems: ShownProblems }
  | { readonly kind: "file"; readonly text: ShownText }
  | { readonly kind: "zip"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "sent"; readonly response: ShownResponse }
  /** An unexpected exception. */
  | { readonly kind: "bug"; readonly reason: string };

/** The first items of a list. */
export interface Listed<Thing> {
  readonly shown: readonly Thing[];
  /** Length of the whole list. */
  readonly count: number;
}

/** The problems to show. */
export type ShownProblems = Listed<Diagnostic>;

/** A generated project. */
export interface ShownProject {
  readonly name: string;
  /** A summary for people. */
  readonly message: string;
  /** Warnings. */
  readonly problems: ShownProblems;
  readonly endpoints: Listed<ShownEndpoint>;
  readonly files: Listed<ShownFile>;
  /** The path of the file to show first. */
  readonly firstFile: string;
}

/** An endpoint and its response. */
export interface ShownEndpoint {
  /** The method in uppercase. */
  readonly method: string;
  readonly path: string;
  /** A path that a client can request. */
  readonly url: string;
  readonly status: number;
  /** The parameters besides those of the path. */
  readonly parameters: readonly DocumentedParameter[];
  /** A body to send, as JSON text; `null` if requests have none. */
  readonly sends: string | null;
  /** Whether the response ends with the request's body. */
  readonly addsBody: boolean;
  /** The body of the response to a request without a body. */
  readonly answer: ShownText;
  readonly errors: readonly DescribedError[];
}

/** An error that an endpoint documents. */
export interface DescribedError {
  readonly status: number;
  readonly description: string;
  /** An example of its body; `null` without one. */
  readonly body: ShownText | null;
}

/** The response to a request. */
export interface ShownResponse {
  /** The status, or why the request was not sent. */
  readonly message: string;
  /** Headers that do not describe the body, one per line. */
  readonly headers: string;
  /** The body; `null` if there is none. */
  readonly body: ShownText | null;
}

/** A file of the project. */
export interface ShownFile {
  readonly path: string;
  readonly bytes: number;
}

/** Highlighted text. */
export interface ShownText {
  readonly lines: readonly ColoredLine[];
  /** Whether the lines are complete. */
  readonly isWhole: boolean;
}
