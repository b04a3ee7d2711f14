/** Finds the commands that bring missing files back, and the places of code that people moved. */

import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { shellQuote } from "../../core/shell_quote.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import { definitionKey, definitionsIn } from "../../project/records/route_record.ts";
import type { Problem } from "../../project/routing/analysis.ts";

/**
 * Adds a hint to each problem of a missing file that was generated: the file that has its code now, or the command
 * that brings it back. `generate api` writes no file of a route whose other code people moved.
 *
 * @param routes The routes of the spec; `null` without one.
 * @param spec The spec's path in the command.
 */
export function withRestoring(
  problems: readonly Problem[],
  project: Project,
  records: Records | null,
  routes: ReadonlySet<string> | null,
  spec: string,
): readonly Problem[] {
  const { layout } = project;
  const homes = project.homesOf(records?.routes ?? new Map());
  return problems.map((problem) => {
    const { missing } = problem;
    if (missing === undefined || !isProjectPath(missing)) return problem;
    const file = DEFAULT_LAYOUT.routeFileAt(layout.recorded(missing));
    const record = file === null ? undefined : records?.routes.get(file.route);
    if (file === null || file.layer === "mock" || record === undefined) return problem;
    const home = homes.of(file.route);
    const recorded = [...definitionsIn(record, file.layer).keys()];
    const moved = recorded.flatMap((name) =>
      home.found.get(definitionKey({ layer: file.layer, name })) ?? []
    ).find(({ path }) => path !== missing);
    if (moved !== undefined) {
      const hint = `'${moved.name}' is in ${moved.path}: import it from there`;
      return { ...problem, hint };
    }
    if (home.isMoved || routes?.has(file.route) === false) return problem;
    const isOfSpec = record.endpoints.some(({ origin }) => origin === "spec");
    if (!isOfSpec || recorded.length === 0) return problem;
    const command = `layerwright generate api --json ${spec} --restore ${shellQuote(missing)}`;
    const hint = `'${command}' brings it back`;
    return { ...problem, hint };
  });
}
