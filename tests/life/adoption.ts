/** The command that adopts a project without records. */

import type { CommandKind } from "./commands.ts";
import type { Judgement } from "./judge.ts";
import { hasRecords, type Project } from "./project.ts";
import { blueprintNames, isServedAs } from "./served.ts";
import { endpointsOf, type NamedEndpoint, type Spec, textOf } from "./specs.ts";

/** Adopts a project without records, with the spec that it followed. */
export const adopts: CommandKind = ({ project, spec }) =>
  hasRecords(project) ? null : {
    words: `adopt --spec, with ${JSON.stringify(spec.routes)}`,
    run: async (workspace, { adoptProject }) => ({
      ...await adoptProject(workspace, project.folder, textOf(spec)),
      data: null,
    }),
    asksFor: () => false,
    spec,
    asksNothing: true,
    isForced: false,
    mayRefuse: false,
    isAdoption: true,
  };

/**
 * Returns the endpoints of a spec that an adopted project does not serve. People may have deleted
 * them, but only the lost records would show that.
 */
export function forgottenEndpoints(
  spec: Spec,
  project: Project,
  { endpoints }: Judgement,
): NamedEndpoint[] {
  const names = blueprintNames(project);
  return endpointsOf(spec).filter((each) =>
    !endpoints.some((served) => served.method === each.type && isServedAs(served, each, names))
  );
}
