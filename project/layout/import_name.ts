/** The names under which code imports modules, and the members that generated code imports. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { ERRORS_DECORATOR } from "../../python/errors_decorator.ts";
import type { Member } from "../../python/member_name.ts";
import { DEFAULT_LAYOUT } from "./layout.ts";

/**
 * Returns the name under which a project imports a module. Folders above the outermost package,
 * such as `src`, are not part of that name.
 */
export function importName(path: ProjectPath, files: Pick<Snapshot, "has">): string {
  const folders = path.split("/").slice(0, -1);
  const first = folders.findIndex((_, index) =>
    files.has(`${folders.slice(0, index + 1).join("/")}/__init__.py` as ProjectPath)
  );
  const above = folders.slice(0, Math.max(first, 0)).join("/");
  const inside = above === "" ? path : path.slice(above.length + 1);
  return moduleName(inside as ProjectPath);
}

/** Returns a module's dotted name: `api.routes` for both `api/routes.py` and `api/routes/__init__.py`. */
export function moduleName(path: ProjectPath): string {
  return path.replace(/(?:^|\/)__init__\.py$|\.py$/, "").replaceAll("/", ".");
}

/** The members that generated code imports from modules that all routes share, by name. */
export const IMPORTED = {
  ...membersOf("typing", "Annotated", "Any", "Literal"),
  ...membersOf("pydantic", "ConfigDict", "Field", "RootModel"),
  ...membersOf(moduleName(DEFAULT_LAYOUT.bodyModel), "Body", "Omittable", "OneOf"),
  ...membersOf(moduleName(DEFAULT_LAYOUT.bodyLimits), "Limited"),
  ...membersOf(moduleName(DEFAULT_LAYOUT.textFormats), "text_format"),
  ...membersOf(moduleName(DEFAULT_LAYOUT.requestBody), "json_body"),
  ...membersOf(
    moduleName(DEFAULT_LAYOUT.requestParameters),
    "Parameters",
    "header",
    "request_parameters",
  ),
  ...membersOf(
    moduleName(DEFAULT_LAYOUT.listParameters),
    "Filter",
    "ListParameters",
    "listed",
    "sort_by",
  ),
  ...membersOf(moduleName(DEFAULT_LAYOUT.perRequest), "per_request"),
  ...membersOf(moduleName(DEFAULT_LAYOUT.mocksPackage), "load_mock"),
  errors: { module: moduleName(DEFAULT_LAYOUT.documentedErrors), name: ERRORS_DECORATOR.name },
} as const satisfies Readonly<Record<string, Member>>;

function membersOf<Name extends string>(
  module: string,
  ...names: readonly Name[]
): Readonly<Record<Name, Member>> {
  const members = names.map((name): readonly [Name, Member] => [name, { module, name }]);
  return Object.fromEntries(members) as Record<Name, Member>;
}

/**
 * Returns the source of a regular expression that matches the names of a member in generated code: its
 * own, with underscores if people use that for something else, or below the name of its module.
 */
export function namePattern({ name }: Member): string {
  return String.raw`\b(?:\w{1,100} ?\. ?){0,5}${name}_*`;
}
