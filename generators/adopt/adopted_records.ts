/** Creates records for a project without records, as if a spec had just generated the project. */

import { answers } from "../../project/layout/layers.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import {
  blueprintVariable,
  DEFAULT_LAYOUT,
  PYPROJECT_PATH,
  README_PATH,
  titleIn,
} from "../../project/layout/layout.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { EMPTY_MANIFEST, type Manifest } from "../../project/records/manifest.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
  withDefinitions,
} from "../../project/records/route_record.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import { fileRecord } from "../edits/merge.ts";
import { hasPerRequest, presentSupport } from "../code/support.ts";
import { projectFiles, projectInput, projectName, projectValues } from "../code/project_files.ts";
import { recordedRoute } from "../records/recorded_route.ts";
import { routeCode } from "../code/route_files.ts";

/**
 * Returns the records of a project. The records have the hashes of the code that the spec
 * generates, so code that differs counts as edited. Endpoints without a handler, service method or
 * repository method in the project are not recorded.
 *
 * @param name The project's name, unless its README has another one.
 * @param spec The spec that describes the project.
 * @param project The project's Python files, and the other files that the spec generates.
 */
export function adoptedRecords(name: string, spec: ApiSpec, project: Project): Records {
  const perRequest = hasPerRequest(project.files.get(DEFAULT_LAYOUT.perRequest));
  const code = new Map(spec.routes.map((route) => [route.name, routeCode(route, { perRequest })]));
  const all = new Map(
    [...code].map(([route, generated]) =>
      [route, recordedRoute(generated, { origin: "spec", withoutModels: false })] as const
    ),
  );
  const homes = project.homesOf(all);
  const routes = [...all].flatMap(([route, generated]) => {
    const record = adoptedRoute(route, generated, homes);
    return record === null ? [] : [[route, record] as const];
  });
  const described = describedProject(name, spec, project);
  const mocks = [...code.values()].flatMap(({ files }) =>
    files.get(DEFAULT_LAYOUT.mocksPackage) ?? []
  );
  if (mocks[0] !== undefined) described.generated.set(DEFAULT_LAYOUT.mocksPackage, mocks[0]);
  return { manifest: adoptedManifest(described, project.files), routes: new Map(routes) };
}

/**
 * Returns the record of a route; `null` if the project has no endpoint of the route, and lacks code
 * that handlers share.
 */
function adoptedRoute(
  route: string,
  generated: RouteRecord,
  homes: RouteHomes,
): RouteRecord | null {
  const isHere = (definition: DefinitionRecord) => {
    if (!answers(definition.layer)) return false;
    const found = homes.find(route, definition);
    // Another function may have the name of a generated one by chance.
    return found !== null && !(found.moved && found.edited);
  };
  const isAdopted = ({ definitions }: EndpointRecord) => definitions.some(isHere);
  const endpoints = generated.endpoints.filter(isAdopted);
  // A module with everything that handlers share can take new endpoints.
  const shared = generated.shared.filter(({ layer }) => answers(layer));
  if (endpoints.length > 0 || shared.every(isHere)) return { ...generated, endpoints };
  // So can a moved blueprint: the app would refuse a second one of its name.
  const left = shared.filter(isHere);
  const isMovedBlueprint = (each: DefinitionRecord) =>
    each.name === blueprintVariable(route) && homes.find(route, each)?.moved;
  return left.some(isMovedBlueprint) ? { ...generated, endpoints, shared: left } : null;
}

/**
 * Returns records in which git left a conflict. They have both sides, of which the last one counts. A definition
 * that is as the spec generates it counts as generated, whichever side it is.
 *
 * @param adopted The records of the code that the spec generates.
 */
export function asInCode(
  recorded: Records["routes"],
  adopted: Records["routes"],
  project: Project,
): Records["routes"] {
  const homes = project.homesOf(adopted);
  return new Map([...recorded].map(([route, record]) => {
    const generated = adopted.get(route);
    if (generated === undefined) return [route, record];
    const inCode = new Map(
      allDefinitions(generated).filter((each) => homes.find(route, each)?.edited === false)
        .map((each) => [definitionKey(each), each]),
    );
    const inputs = new Map(
      generated.endpoints.filter(({ definitions }) =>
        definitions.every((each) => !answers(each.layer) || inCode.has(definitionKey(each)))
      ).map((each) => [endpointKey(each), each.input]),
    );
    const settled = withDefinitions(record, (each) => inCode.get(definitionKey(each)) ?? each);
    const endpoints = settled.endpoints.map((each) => ({
      ...each,
      input: inputs.get(endpointKey(each)) ?? each.input,
    }));
    return [route, { ...settled, endpoints }];
  }));
}

function adoptedManifest(
  { name, values, generated }: DescribedProject,
  files: Snapshot,
): Manifest {
  const records = [...generated].flatMap(([path, text]) =>
    isGenerated(path, files.get(path), text) ? [[path, fileRecord(path, text)] as const] : []
  );
  return {
    ...EMPTY_MANIFEST,
    name,
    input: projectInput(values),
    files: new Map(records),
  };
}

/** Reports whether a file, or at least one of its definitions, is as generated. */
function isGenerated(path: ProjectPath, present: string | undefined, generated: string): boolean {
  if (present === undefined) return false;
  const [found, wanted] = [fileRecord(path, present), fileRecord(path, generated)];
  if (wanted.symbols.size === 0 && wanted.hash === null) return present.trim() === generated.trim();
  return wanted.hash !== null
    ? wanted.hash === found.hash
    : [...wanted.symbols].some(([name, hash]) => found.symbols.get(name) === hash);
}

interface DescribedProject {
  readonly name: string;
  readonly values: ProjectValues;
  readonly generated: Map<ProjectPath, string>;
}

/**
 * Generates the files that belong to no route. The README's title is the project's name if files
 * were generated with it, so a project in a copied folder keeps its name.
 */
function describedProject(
  name: string,
  spec: ApiSpec,
  { files, layout }: Project,
): DescribedProject {
  // A command may have added checks that the spec does not have.
  const support = presentSupport(files, layout);
  const describe = (name: string): DescribedProject => {
    const values = projectValues(name, spec, support);
    return { name, values, generated: projectFiles(values) };
  };
  const given = describe(name);
  const title = titleIn(files.get(README_PATH) ?? "");
  if (title === null || projectName(title) === name) return given;
  const titled = describe(projectName(title));
  const isFrom = ({ generated }: DescribedProject, path: ProjectPath) =>
    isGenerated(path, files.get(path), generated.get(path) ?? "");
  const isTitled = isFrom(titled, README_PATH) ||
    isFrom(titled, PYPROJECT_PATH) && !isFrom(given, PYPROJECT_PATH);
  return isTitled ? titled : given;
}
