/** Specs as callers give them: JSON text, or the value that it stands for. */

import { readSpec, type ReadSpecOptions, type SpecResult } from "../spec/read_spec.ts";

/**
 * A spec as text: as it is, or the JSON of a value. A value that is no JSON, such as one that holds
 * itself, becomes `null`, which is no spec.
 */
export function specText(spec: unknown): string {
  if (typeof spec === "string") return spec;
  try {
    return JSON.stringify(spec) ?? "null";
  } catch (problem) {
    if (problem instanceof TypeError) return "null";
    throw problem;
  }
}

/** Reads a spec. What is wrong with a value has a pointer into it, but no line: nobody saw its text. */
export function readSpecInput(spec: unknown, options: ReadSpecOptions): SpecResult {
  const read = readSpec(specText(spec), options);
  if (typeof spec === "string") return read;
  const diagnostics = read.diagnostics.map((each) =>
    each.where === null ? each : { ...each, where: { ...each.where, line: null, column: null } }
  );
  return { ...read, diagnostics };
}
