/** The resources of the protocol: the spec's JSON Schema, and the files of projects. */

import { ResourceNotFoundError, UriTemplate } from "@modelcontextprotocol/server";
import { isProjectPath } from "../core/project_path.ts";
import { specSchema } from "../spec/schema.ts";
import type { Projects } from "../workspace/projects.ts";
import { WorkspaceError } from "../workspace/workspace.ts";

const SCHEMA_URI = "layerwright://schema";

const FILE_URI = new UriTemplate("layerwright://projects/{project}/files/{+path}");

/** Maximum length of a file's URI. This allows for paths in which every character is escaped. */
const MAX_URI_LENGTH = 20_000;

/** Maximum number of completions that the protocol allows. */
const COMPLETIONS = 100;

/** The result of `resources/list`. */
export const RESOURCES = {
  resources: [{
    uri: SCHEMA_URI,
    name: "schema",
    title: "Spec schema",
    description: "JSON Schema of a spec",
    mimeType: "application/schema+json",
  }],
};

/** The result of `resources/templates/list`. */
export const RESOURCE_TEMPLATES = {
  resourceTemplates: [{
    uriTemplate: FILE_URI.toString(),
    name: "file",
    title: "Project file",
    description: "A file of a project, except hidden files",
  }],
};

/**
 * The time for which clients may cache a resource. The schema changes only with the version, but files can
 * change at any time.
 */
const SCHEMA_CACHE = { ttlMs: 3_600_000, cacheScope: "public" as const };
const FILE_CACHE = { ttlMs: 0, cacheScope: "private" as const };

/**
 * Reads a resource.
 *
 * @throws {ResourceNotFoundError} If the resource does not exist, or is a hidden file.
 */
export async function readResource(uri: string, projects: Projects) {
  if (uri === SCHEMA_URI) {
    const text = JSON.stringify(specSchema, null, 2);
    return { contents: [{ uri, mimeType: "application/schema+json", text }], ...SCHEMA_CACHE };
  }
  const text = await projectFile(uri, projects);
  if (text === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: mimeType(uri), text }], ...FILE_CACHE };
}

async function projectFile(uri: string, projects: Projects): Promise<string | null> {
  if (uri.length > MAX_URI_LENGTH) return null;
  const variables = FILE_URI.match(uri);
  const name = decoded(variables?.["project"]);
  const path = decoded(variables?.["path"]);
  if (name === null || path === null || !isProjectPath(path)) return null;
  if (isHidden(path) || name !== "." && isHidden(name)) return null;
  const project = await projects.open(name);
  if ("severity" in project) return null;
  try {
    return await project.readIf(path, (real) => !isHidden(real));
  } catch (problem) {
    if (problem instanceof WorkspaceError) return null;
    throw problem;
  }
}

function decoded(variable: string | string[] | undefined): string | null {
  if (typeof variable !== "string") return null;
  try {
    return decodeURIComponent(variable);
  } catch (problem) {
    if (problem instanceof URIError) return null;
    throw problem;
  }
}

/** Reports whether a path has a hidden part, such as `.env`, which may hold secrets. */
function isHidden(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}

const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ["json", "application/json"],
  ["md", "text/markdown"],
  ["py", "text/x-python"],
  ["toml", "application/toml"],
  ["yaml", "application/yaml"],
]);

function mimeType(uri: string): string {
  return MIME_TYPES.get(uri.slice(uri.lastIndexOf(".") + 1)) ?? "text/plain";
}

/** Completes the name of a project in the URI template. */
export async function completeProject(prefix: string, projects: Projects) {
  const names = await projects.list(COMPLETIONS + 1, prefix);
  const values = names.slice(0, COMPLETIONS).map(encodeURIComponent);
  return { values, hasMore: names.length > COMPLETIONS };
}
