/** What agents can read besides calling tools: the spec's JSON Schema, and the files of projects. */

import { ResourceNotFoundError, UriTemplate } from "@modelcontextprotocol/server";
import { isProjectPath } from "../core/project_path.ts";
import { specSchema } from "../spec/schema.ts";
import type { Projects } from "../workspace/projects.ts";
import { WorkspaceError } from "../workspace/workspace.ts";

const SCHEMA_URI = "layerwright://schema";

const FILE_URI = new UriTemplate("layerwright://projects/{project}/files/{+path}");

/** No file has a longer path, be every letter of it an escape. */
const LONGEST_URI = 20_000;

/** How many projects a completion offers: the protocol allows no more. */
const COMPLETIONS = 100;

/** What `resources/list` answers. */
export const RESOURCES = {
  resources: [{
    uri: SCHEMA_URI,
    name: "schema",
    title: "Spec schema",
    description: "JSON Schema of a spec",
    mimeType: "application/schema+json",
  }],
};

/** What `resources/templates/list` answers. */
export const RESOURCE_TEMPLATES = {
  resourceTemplates: [{
    uriTemplate: FILE_URI.toString(),
    name: "file",
    title: "Project file",
    description: "A file of a project; hidden files are not shown",
  }],
};

/** How long a client may keep what it read: the schema is that of this version, files change. */
const SCHEMA_CACHE = { ttlMs: 3_600_000, cacheScope: "public" as const };
const FILE_CACHE = { ttlMs: 0, cacheScope: "private" as const };

/**
 * Reads a resource.
 *
 * @throws {ResourceNotFoundError} If there is none, or none that may be shown.
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
  if (uri.length > LONGEST_URI) return null;
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

/** Settings and secrets of people and their tools, such as `.env`. */
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

/** What can stand for the template's project, for clients that complete it. */
export async function completeProject(prefix: string, projects: Projects) {
  const names = await projects.list(COMPLETIONS + 1, prefix);
  const values = names.slice(0, COMPLETIONS).map(encodeURIComponent);
  return { values, hasMore: names.length > COMPLETIONS };
}
