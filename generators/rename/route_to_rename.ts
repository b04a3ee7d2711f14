/** A route to rename, as it is in the project. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import {
  definitionKey,
  type DefinitionLayer,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { withEolOf } from "../plans/plan.ts";
import type { RenamedModule } from "./renamed_files.ts";
import type { RenamedEndpoint, RenamedRoute } from "./renamed_route.ts";

/** A route to rename, and where it is in the project. */
export interface RouteInProject {
  readonly route: RenamedRoute;
  readonly record: RouteRecord;
  /** The new names of definitions, by their keys. */
  readonly names: ReadonlyMap<string, string>;
  readonly definitions: readonly OwnDefinition[];
  /** The present place of its code. */
  readonly home: RouteHome;
  /** The files that move. */
  readonly modules: readonly RenamedModule[];
  /** Whether all code of the route is as generated. */
  readonly isGenerated: boolean;
}

/** A recorded definition in the project's code. */
export interface OwnDefinition {
  /** The key of the record. */
  readonly key: string;
  readonly path: ProjectPath;
  readonly layer: DefinitionLayer;
  /** The full name in the code, which people may have changed. */
  readonly name: string;
  /** The name after the renaming, which may be unchanged. */
  readonly to: string;
  readonly isEdited: boolean;
  /** Whether people renamed the definition or something that it uses. */
  readonly isRenamed: boolean;
  /** The endpoint that it was generated for; `null` if endpoints share it. */
  readonly endpoint: RenamedEndpoint | null;
}

/** Finds the recorded definitions of a route in the project's code. */
export function ownDefinitions(
  route: RenamedRoute,
  record: RouteRecord,
  names: ReadonlyMap<string, string>,
  { found }: RouteHome,
): readonly OwnDefinition[] {
  const recorded = [
    ...record.shared.map((each) => ({ each, endpoint: null })),
    ...route.endpoints.flatMap((endpoint) =>
      endpoint.record.definitions.map((each) => ({ each, endpoint }))
    ),
  ];
  return recorded.flatMap(({ each, endpoint }): readonly OwnDefinition[] => {
    const key = definitionKey(each);
    const code = found.get(key);
    if (code === undefined) return [];
    const to = nameAfter(code.name, each.name, names.get(key) ?? each.name);
    return [{
      key,
      path: code.path,
      layer: each.layer,
      name: code.name,
      to,
      isEdited: code.edited,
      isRenamed: code.renaming !== null,
      endpoint,
    }];
  });
}

/** Returns the new name of a definition. Parts of the name that people chose stay. */
function nameAfter(now: string, recorded: string, to: string): string {
  const [old, after] = [recorded.split("."), to.split(".")];
  return now.split(".").map((part, index) => part === old[index] ? after[index] ?? part : part)
    .join(".");
}

/** Reports whether a route's files are as Layerwright generates them. */
export function isAsGenerated({ from, before }: RenamedRoute, files: Snapshot): boolean {
  const model = DEFAULT_LAYOUT.routePaths(from).model;
  return [...before.files].every(([path, text]) => {
    const current = files.get(path as ProjectPath);
    return DEFAULT_LAYOUT.routeFileAt(path) === null ||
      current !== undefined && current === withEolOf(current, text);
  }) && files.has(model) === before.files.has(model);
}
