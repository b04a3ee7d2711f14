/** Formats the report of an upgrade. */

import type { Report } from "../core/report.ts";
import type { UpgradedData } from "../generators/upgrade/planner.ts";
import { presentRemoval } from "./present.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/** Formats the changes, and the edited code that the upgrade left alone. */
export function presentUpgrade(report: Report, view: View): string {
  const { left } = report.data as UpgradedData;
  const rows = table(
    left.map(({ path, line, name }) => [`  edited`, `${path}:${line}`, name ?? ""]),
  );
  const next = report.next.map((step) => `Next: ${step}`);
  return [
    presentRemoval(report, view),
    ...(rows.length === 0 ? [] : [rows.join("\n")]),
    ...(next.length === 0 ? [] : [next.join("\n")]),
  ].join("\n\n");
}

/** Formats the patches of the edited code that the upgrade left alone. */
export function presentLeft({ data }: Report): string {
  const { left } = data as UpgradedData;
  // Omit git's header, so that people do not mistake these patches, which discard edits, for ones
  // to apply.
  const patches = left.map(({ diff }) => diff.replace(/^diff --git .*\n/, "").trimEnd());
  return patches.length === 0
    ? ""
    : ["You edited code that the templates write differently now:", ...patches].join("\n\n");
}
