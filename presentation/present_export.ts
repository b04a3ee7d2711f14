/** Formats the parts that exported specs and documents leave out. */

import { counted } from "../core/report.ts";
import type { OmittedPart } from "../generators/export/exported_endpoints.ts";
import { limited } from "./present.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/** Formats one line for each part that a spec cannot describe; empty if there is no such part. */
export function presentOmitted(omitted: readonly OmittedPart[], view: View): string {
  return presentParts("A spec cannot describe", omitted, view);
}

/** Formats one line for each part that an OpenAPI document lacks; empty if there is no such part. */
export function presentUndescribed(omitted: readonly OmittedPart[], view: View): string {
  return presentParts("The document lacks", omitted, view);
}

function presentParts(verb: string, omitted: readonly OmittedPart[], view: View): string {
  if (omitted.length === 0) return "";
  const lines = table(
    omitted.map(({ file, line, what, reason }) => [`  ${file}:${line}`, what, reason]),
  );
  const title = `${verb} ${counted(omitted.length, "part")} of the project:`;
  return [view.style("bold", title), ...limited(lines, view)].join("\n");
}
