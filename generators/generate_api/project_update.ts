/** An update of a project: the code that its spec wants, and the code that it has. */

import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import {
  type ApiCode,
  apiCode,
  type ApiInput,
  fileCount,
  wantedEndpoints,
} from "../code/api_code.ts";
import type { ApiData } from "./report.ts";
import { hasPerRequest, presentSupport } from "../code/support.ts";
import { projectValues } from "../code/project_files.ts";
import { type ComparedProject, compareProject } from "../compare/compare_project.ts";
import { type FollowedSpec, followRenames } from "../compare/renamed_spec.ts";
import { InputsInCode } from "../compare/inputs_in_code.ts";
import type { RespecifiedCase } from "../compare/endpoint_case.ts";
import { endpointSelection } from "../compare/removed_endpoints.ts";

/** The input of a run of `generate api` on an existing project. */
export interface ProjectUpdate {
  readonly input: ApiInput;
  /** The generated files and the records, as far as they exist, and all Python files. */
  readonly project: Project;
  readonly earlier: Records;
  /** The spec, with the names that `rename` gave its routes and subroutes. */
  readonly followed: FollowedSpec;
  /** The project's name. */
  readonly name: string;
  /** The code that the spec generates. */
  readonly code: ApiCode;
  /** The values that fill the project-wide files. */
  readonly values: ProjectValues;
  /** The endpoints to which the spec gives another method or path. */
  readonly respecified: readonly RespecifiedCase[];
  /** The project before the run, compared with the spec. */
  readonly compared: ComparedProject;
  /** Reads what the project's endpoints answer before the run. */
  readonly inputs: InputsInCode;
}

/** Collects the input of an update. */
export function projectUpdate(
  input: ApiInput,
  project: Project,
  earlier: Records,
): ProjectUpdate {
  const followed = followRenames(input.spec, earlier);
  const perRequest = hasPerRequest(project.files.get(project.layout.perRequest));
  const select = endpointSelection(earlier.routes, input.choices);
  const code = apiCode(followed.spec, (route) => ({ perRequest, select: select(route) }));
  const name = earlier.manifest.name ?? input.name;
  const wanted = wantedEndpoints(code);
  const compared = compareProject({ project, records: earlier, wanted });
  return {
    input,
    project,
    earlier,
    followed,
    name,
    code,
    values: projectValues(name, followed.spec, presentSupport(project.files, project.layout)),
    respecified: compared.cases.filter((each) => each.isRespecified()),
    compared,
    inputs: new InputsInCode(project),
  };
}

/** Returns the facts about the spec that an update reports. */
export function specFacts(
  { followed: { spec }, code, values }: ProjectUpdate,
): Pick<ApiData, "description" | "files" | "routes"> {
  return {
    description: spec.description,
    files: fileCount(values, code),
    routes: spec.routes.length,
  };
}
