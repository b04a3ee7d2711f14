/** Errors for handlers that are in files that do not parse. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import { projectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import { brokenPython } from "./plan.ts";

/**
 * Returns an error for each file that does not parse and that seems to have a recorded handler of a route. A
 * command that changes the rest of such an endpoint would leave the handler behind.
 */
export function unreadableHandlers(
  route: string,
  endpoints: readonly EndpointRecord[],
  { unreadable }: Pick<Project, "unreadable">,
): readonly Diagnostic[] {
  const found = endpoints.flatMap(({ definitions }) =>
    definitions.filter(({ layer }) => layer === "route")
      .flatMap(({ name }) => unreadable.mayHave(route, name) ?? [])
  );
  const byFile = new Map(found.map((each) => [each.file, each]));
  return [...byFile.values()].map(({ file, line, message }) =>
    brokenPython(projectPath(file), line, message)
  );
}
