/** Formats the reports of `rename`. */

import type { Report } from "../core/report.ts";
import type { RenamedData } from "../generators/rename/renamed_report.ts";
import { limited } from "./present.ts";
import { table } from "./style.ts";
import type { View } from "./view.ts";

/** Formats the report of a renaming: its files, and the endpoints whose paths change. */
export function presentRenaming({ message, changes, data }: Report, view: View): string {
  const { files, endpoints } = data as RenamedData;
  const names = new Map(files.map(({ before, after }) => [after, before]));
  const moved = new Set(files.map(({ before }) => before));
  const rows = changes.filter(({ path }) => !moved.has(path)).map(({ kind, path }) => {
    const before = names.get(path);
    return before === undefined ? [`  ${kind}`, path] : ["  rename", before, "->", path];
  });
  const paths = endpoints.map(({ method, before, after }) => [`  ${method}`, before, "->", after]);
  const parts = [rows, paths].map((each) => limited(table(each), view).join("\n"));
  return [message, ...parts.filter((each) => each !== "")].join("\n\n");
}
