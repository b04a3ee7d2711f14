/** Finds the endpoints and files that references name, and reports references that name nothing. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { nearest } from "../../spec/names.ts";
import { type Choices, comparableReference } from "../plans/choices.ts";

/** The endpoints and files that references may name. */
export interface Known {
  /**
   * The endpoints of the spec and of the records, by the references that name them, such as `GET
   * /users`.
   */
  readonly endpoints: ReadonlyMap<string, string>;
  /** The endpoints of the spec, about which people can decide. */
  readonly wanted: ReadonlySet<string>;
  /**
   * The endpoints of the code, by the same kind of references as in `endpoints`. Called only for a
   * reference that is not in `endpoints`.
   */
  readonly served: () => ReadonlyMap<string, string>;
  /** Paths of generated files. */
  readonly files: ReadonlySet<string>;
}

/** Choices that name endpoints as the spec does, and an error for each reference that names nothing. */
export interface ResolvedChoices {
  readonly choices: Choices;
  readonly problems: readonly Diagnostic[];
}

/**
 * Resolves references. An endpoint may be named as in the spec, the records or the code, with any
 * parameter names.
 *
 * @param findKnown Returns the endpoints and files that references may name. Not called without
 * references, as in most runs.
 */
export function resolvedChoices(choices: Choices, findKnown: () => Known): ResolvedChoices {
  const { keep, replace, restore } = choices;
  return keep.size + replace.size + restore.size === 0
    ? { choices, problems: [] }
    : resolved(choices, findKnown());
}

function resolved(choices: Choices, known: Known): ResolvedChoices {
  const endpoints = comparable(known.endpoints);
  let served: ReadonlyMap<string, string> | undefined;
  const find = (reference: string) => {
    const key = comparableReference(reference);
    const found = endpoints.get(key);
    if (found !== undefined) return found;
    served ??= comparable(known.served());
    return served.get(key);
  };
  const problems: Diagnostic[] = [];
  const resolve = (references: ReadonlySet<string>, files: ReadonlySet<string>) =>
    new Set([...references].flatMap((reference) => {
      if (files.has(reference)) return [reference];
      const found = find(reference);
      if (found !== undefined && known.wanted.has(found)) return [found];
      if (found !== undefined) {
        problems.push(unwanted(found));
        return [];
      }
      const all = new Set([...known.endpoints.keys(), ...known.served().keys(), ...files]);
      problems.push(unknown(reference, all, files.size > 0));
      return [];
    }));
  const none = new Set<string>();
  return {
    choices: {
      keep: resolve(choices.keep, none),
      replace: resolve(choices.replace, none),
      restore: resolve(choices.restore, known.files),
      conflicts: choices.conflicts,
    },
    problems,
  };
}

function comparable(references: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...references].map(([reference, key]) => [comparableReference(reference), key]));
}

/** Returns the error for a decision about an endpoint that the spec does not have. */
function unwanted(key: string): Diagnostic {
  return error(
    "endpoint-unknown",
    `The spec has no endpoint '${quotable(key)}', so there is nothing to decide about it.`,
    {
      hint: "To keep it, add it to the spec: 'layerwright export spec' prints it. " +
        "To remove it, use --prune",
    },
  );
}

function unknown(reference: string, known: ReadonlySet<string>, hasFiles: boolean): Diagnostic {
  const what = hasFiles ? "endpoint or generated file" : "endpoint";
  const candidates = [...known];
  const meant = nearest(reference, candidates) ??
    candidates.find((each) => each.endsWith(` ${reference}`) || each.endsWith(` /${reference}`));
  const example = candidates.find((each) => each.includes(" "));
  const hint = meant !== undefined
    ? `Did you mean '${quotable(meant)}'?`
    : example === undefined
    ? null
    : `Name an endpoint by its method and path, such as '${quotable(example)}'`;
  return error(
    "endpoint-unknown",
    `The spec and the project have no ${what} '${quotable(reference)}'.`,
    hint === null ? {} : { hint },
  );
}
