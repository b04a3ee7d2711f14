/** The projects in `tests/testdata/projects`, and copies for commands that change them. */

import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AnalysisData, analyzeProject, createDiskWorkspace } from "../../mod.ts";
import type { FlaskRequest } from "../tools/flask_answers.ts";

const PROJECTS = fileURLToPath(new URL("../testdata/projects/", import.meta.url));

/** The folder of a project. Tests must not write to this folder. */
export function projectFolder(name: string): string {
  return join(PROJECTS, name);
}

/** Copies a project byte for byte. */
export function copyProject(name: string, into: string): string {
  const folder = join(into, name);
  cpSync(projectFolder(name), folder, { recursive: true });
  return folder;
}

/** The names of all projects. */
export function projectNames(): string[] {
  return [...Deno.readDirSync(PROJECTS)].map(({ name }) => name).sort();
}

/**
 * Analyzes a project. Returns lines `file:line methods path handler` for endpoints, then `!
 * file:line problem`.
 */
export async function analysisLines(folder: string): Promise<string[]> {
  const { data } = await analyzeProject(createDiskWorkspace(folder), "shop");
  const { routes, problems } = data as AnalysisData;
  const endpoints = routes.flatMap((route) => route.endpoints);
  return [
    ...endpoints.map(({ file, line, methods, path, handler }) =>
      `${file}:${line} ${methods?.join("|")} ${path} ${handler}`
    ),
    ...problems.map(({ file, line, message }) => `! ${file}:${line} ${message}`),
  ];
}

const BODY = '{"from": "the client"}';

/** A request such as `POST /products`. */
export function request(words: string): FlaskRequest {
  const [method = "", path = ""] = words.split(" ");
  return { method, path, body: method === "GET" ? null : BODY };
}
