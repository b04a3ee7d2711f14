/** Finds the commands that bring missing files back. */

import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { shellQuote } from "../../core/shell_quote.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import { definitionsIn } from "../../project/records/route_record.ts";
import type { Problem } from "../../project/routing/analysis.ts";

/**
 * Adds the command to each problem of a missing file that was generated from a spec.
 *
 * @param routes The routes of the spec; `null` without one.
 * @param spec The spec's path in the command.
 */
export function withRestoring(
  problems: readonly Problem[],
  { layout }: Project,
  records: Records | null,
  routes: ReadonlySet<string> | null,
  spec: string,
): readonly Problem[] {
  return problems.map((problem) => {
    const { missing } = problem;
    if (missing === undefined || !isProjectPath(missing)) return problem;
    const file = DEFAULT_LAYOUT.routeFileAt(layout.recorded(missing));
    const record = file === null ? undefined : records?.routes.get(file.route);
    if (file === null || record === undefined || routes?.has(file.route) === false) return problem;
    const isOfSpec = record.endpoints.some(({ origin }) => origin === "spec");
    if (!isOfSpec || definitionsIn(record, file.layer).size === 0) return problem;
    const command = `layerwright generate api --json ${spec} --restore ${shellQuote(missing)}`;
    const hint = `'${command}' brings it back`;
    return { ...problem, hint };
  });
}
