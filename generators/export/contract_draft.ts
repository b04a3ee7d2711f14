/** The endpoints of any Flask project that a document can describe, before data files are read. */

import type { ProjectPath } from "../../core/project_path.ts";
import { type CodeEndpoint, CodeReading } from "../../project/contract/code_reading.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { AnalyzedRoute, Problem } from "../../project/routing/analysis.ts";
import type { OmittedPart, SelectedEndpoints } from "./exported_endpoints.ts";

/** The endpoints of a document, before the data files of their mocks are read. */
export interface ContractDraft<Endpoint extends CodeEndpoint> {
  readonly endpoints: readonly Endpoint[];
  /** The parts that the document cannot describe. */
  readonly omitted: readonly OmittedPart[];
  /** The data files to read. */
  readonly dataFiles: readonly ProjectPath[];
  readonly reading: CodeReading;
}

/**
 * Finds the endpoints that a document can describe, and reads their responses.
 *
 * @param records The records of its routes.
 * @param select Selects the endpoints.
 */
export function draftContracts<Endpoint extends CodeEndpoint>(
  project: Project,
  records: Records["routes"],
  select: (routes: readonly AnalyzedRoute[]) => SelectedEndpoints<Endpoint>,
): ContractDraft<Endpoint> {
  const { routes, problems, unread: places } = project.analysis;
  const { endpoints, omitted } = select(routes);
  const reading = new CodeReading(project.python, project.homesOf(records));
  const part = (what: string) => ({ file, line, message }: Problem) => ({
    file,
    line,
    what,
    reason: message,
  });
  const unread = [...problems.map(part("problem")), ...places.map(part("routes"))];
  return {
    endpoints,
    omitted: [...omitted, ...unread],
    dataFiles: reading.dataFiles(endpoints),
    reading,
  };
}

/** The reason why the endpoints of a blueprint without a registration are left out. */
export const UNREGISTERED = "nothing registers its blueprint";

/** Reports whether the code has an application. Otherwise, all endpoints count as served. */
export function hasApplication({ python }: Project): boolean {
  return python.entries().some(([path, text]) =>
    DEFAULT_LAYOUT.mayMount(path) && text.includes("Flask(")
  );
}
