/**
 * The manifest, `.layerwright/manifest`: the facts that Layerwright recorded about the project as a
 * whole. Each route has a record of its own: see `route_record.ts`.
 */

import { DEFINITION_HASH } from "../../python/hash_pattern.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../../core/project_path.ts";
import { VERSION } from "../../core/version.ts";

export const MANIFEST_PATH: ProjectPath = projectPath(".layerwright/manifest");

/** The generated content of a file. */
export interface FileRecord {
  /** Hash of the file's text; `null` for Python, where only definitions are recorded. */
  readonly hash: string | null;
  /** Hashes of the generated definitions by name, in the order of the code. */
  readonly symbols: ReadonlyMap<string, string>;
}

export interface Manifest {
  /** The version of Layerwright whose templates the project has. */
  readonly version: string;
  /** The project's name; `null` if a merge lost the line. */
  readonly name: string | null;
  /** The path of the spec, relative to the project's folder; `null` if it is not known. */
  readonly spec: string | null;
  /**
   * Hash of the values that fill the project-wide files, such as the README's first endpoint; `null`
   * if a merge lost the line.
   */
  readonly input: string | null;
  /** The generated files that belong to no route. */
  readonly files: ReadonlyMap<ProjectPath, FileRecord>;
  /**
   * Hashes of the inputs that the latest spec has for endpoints that people's own code serves, by method and
   * path. No route records these endpoints.
   */
  readonly served: ReadonlyMap<string, string>;
}

const FIRST_LINE = /^layerwright (\S+)$/;
const PROJECT = /^project (.+)$/;
const SPEC = /^spec (.+)$/;
const INPUT = /^input ([0-9a-f]{16})$/;
const FILE = /^file (\S+) ([0-9a-f]{16}|-)$/;
const SYMBOL = /^symbol (\S+) (\S+) (\S+)$/;
const SERVED = /^served ([A-Z]+ \/\S*) ([0-9a-f]{16})$/;

/**
 * Parses a manifest. Skips lines that it does not know, such as the markers of a merge conflict. If a merge
 * left a fact twice, the last line counts.
 *
 * @example
 * ```ts
 * import { parseManifest } from "./manifest.ts";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const { name, files } = parseManifest(
 *   "layerwright 2.0.0\nproject shop\nfile README.md 0123456789abcdef\n",
 * );
 * equal(name, "shop");
 * deepEqual([...files.keys()], ["README.md"]);
 * ```
 */
export function parseManifest(text: string): Manifest {
  const lines = text.split(/\r?\n/);
  const files = new Map<ProjectPath, { hash: string | null; symbols: Map<string, string> }>();
  const served = new Map<string, string>();
  for (const line of lines) {
    const [, path = "", hash = ""] = FILE.exec(line) ?? [];
    if (isProjectPath(path)) {
      files.set(path, { hash: hash === "-" ? null : hash, symbols: new Map() });
      continue;
    }
    const [, endpoint, input] = SERVED.exec(line) ?? [];
    if (endpoint !== undefined && input !== undefined) served.set(endpoint, input);
    const [, of = "", name = "", symbol = ""] = SYMBOL.exec(line) ?? [];
    if (isProjectPath(of) && DEFINITION_HASH.test(symbol)) files.get(of)?.symbols.set(name, symbol);
  }
  return {
    version: FIRST_LINE.exec(lines[0] ?? "")?.[1] ?? "unknown",
    name: factOf(PROJECT, lines),
    spec: factOf(SPEC, lines),
    input: factOf(INPUT, lines),
    files,
    served,
  };
}

function factOf(pattern: RegExp, lines: readonly string[]): string | null {
  const line = lines.findLast((each) => pattern.test(each)) ?? "";
  return pattern.exec(line)?.[1] ?? null;
}

/** Formats a manifest. Files are sorted by path, and endpoints by method and path. */
export function formatManifest(
  { version, name, spec, input, files, served }: Manifest,
): string {
  const records = sorted(files);
  return [
    `layerwright ${version}`,
    ...(name === null ? [] : [`project ${name}`]),
    ...(spec === null ? [] : [`spec ${spec}`]),
    ...(input === null ? [] : [`input ${input}`]),
    ...records.flatMap(([path, { hash, symbols }]) => [
      `file ${path} ${hash ?? "-"}`,
      ...[...symbols].map(([symbol, of]) => `symbol ${path} ${symbol} ${of}`),
    ]),
    ...sorted(served).map(([endpoint, of]) => `served ${endpoint} ${of}`),
    "",
  ].join("\n");
}

function sorted<Key extends string, Value>(all: ReadonlyMap<Key, Value>): readonly [Key, Value][] {
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The initial manifest of a project. */
export const EMPTY_MANIFEST: Manifest = {
  version: VERSION,
  name: null,
  spec: null,
  input: null,
  files: new Map(),
  served: new Map(),
};
