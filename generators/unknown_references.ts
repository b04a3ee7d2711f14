/** References to endpoints and files that do not exist, such as mistyped ones. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { nearest } from "../spec/names.ts";
import type { Choices } from "./choices.ts";

/** What references may name. */
export interface Known {
  /** Endpoints of the spec and of the records, such as `GET /users`. */
  readonly endpoints: ReadonlySet<string>;
  /** Paths of generated files. */
  readonly files: ReadonlySet<string>;
}

/** Returns an error for each reference that names nothing. */
export function unknownReferences(
  { keep, replace, restore }: Choices,
  { endpoints, files }: Known,
): readonly Diagnostic[] {
  const either = endpoints.union(files);
  return [
    ...[...keep.union(replace).difference(endpoints)]
      .map((reference) => unknown("endpoint", reference, endpoints)),
    ...[...restore.difference(either)]
      .map((reference) => unknown("endpoint or generated file", reference, either)),
  ];
}

function unknown(what: string, reference: string, known: ReadonlySet<string>): Diagnostic {
  const candidates = [...known];
  const meant = nearest(reference, candidates) ??
    candidates.find((each) => each.endsWith(` ${reference}`));
  return error(
    "endpoint-unknown",
    `The spec and the project have no ${what} '${quotable(reference)}'.`,
    meant === undefined ? {} : { hint: `Did you mean '${quotable(meant)}'?` },
  );
}
