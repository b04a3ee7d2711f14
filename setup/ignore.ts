/** The lines of a project's `.gitignore` that keep files with keys out of git. */

import { join, relative } from "node:path";
import { FORMATS } from "./formats/formats.ts";
import { LONGEST_FILE, type SetupHost } from "./host.ts";
import type { ConnectPlan } from "./plan.ts";
import type { RecordedEntry } from "./record.ts";

/** A file, and the line for it, its backup and its draft. */
export interface IgnoreLine {
  readonly file: string;
  readonly line: string;
}

const FORMAT = "lines";

/**
 * The lines that a project's `.gitignore` lacks for files: those that it has are of no use. None if it is
 * a link or cannot be read.
 */
export function missingLines(
  host: SetupHost,
  project: string,
  files: readonly string[],
): IgnoreLine[] {
  const { root, text, isOwn } = ignoreFile(host, project);
  if (!isOwn) return [];
  const known = text.split(/\r?\n/);
  return files.flatMap((file) => {
    const path = relative(root, file).replaceAll("\\", "/").replace(/[*?[\]]/g, "\\$&");
    const line = `/${path}*`;
    const isOneLine = !/[\r\n]/.test(line);
    return known.includes(line) || !isOneLine ? [] : [{ file, line }];
  });
}

/**
 * The plan with lines in the project's `.gitignore`, which go when the entries go.
 *
 * @param name The entry's name.
 */
export function withIgnored(
  host: SetupHost,
  project: string,
  planned: ConnectPlan,
  name: string,
  lines: readonly IgnoreLine[],
): ConnectPlan {
  const { file, before, text, root } = ignoreFile(host, project);
  const places = lines.map((
    { line },
  ) => ({ container: [name], kind: "list", name: line } as const));
  const after = places.reduce((sum, place) => FORMATS[FORMAT].set(sum, place, place.name), text);
  const entries = lines.flatMap(({ file: owner }, index): RecordedEntry[] => {
    const clients = planned.entries.find((each) => each.file === owner)?.clients;
    const place = places[index];
    if (clients === undefined || place === undefined) return [];
    return [{ clients, file, format: FORMAT, place, made: { keys: 0 }, project: root }];
  });
  return {
    ...planned,
    // First, so that no key is there before it is ignored.
    changes: [{ file, before, after }, ...planned.changes],
    entries: [...entries, ...planned.entries],
  };
}

function ignoreFile(host: SetupHost, project: string) {
  const root = host.realPath(project) ?? project;
  const found = host.read(join(root, ".gitignore"), LONGEST_FILE.project);
  const before = found.kind === "text" ? found.text : null;
  // Git reads no list of a project's by a link, which may lead out of the project.
  const isOwn = found.real === join(root, ".gitignore") && found.kind !== "unreadable";
  return { file: found.real, before, text: before ?? "", root, isOwn };
}
