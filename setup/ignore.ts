/** Keys in a project's files, and the lines of its `.gitignore` that keep them out of git. */

import { join, relative } from "node:path";
import { FORMATS } from "./formats/formats.ts";
import type { SetupHost } from "./host.ts";
import type { ConnectPlan } from "./plan.ts";
import type { RecordedEntry } from "./record.ts";

/** A file that will hold the key, and nothing keeps it out of git. */
export interface Exposed {
  readonly file: string;
  /** The line that would: for the file, its backup and its draft. */
  readonly line: string;
}

const FORMAT = "lines";

/** Finds the files of a plan that would put the key into git. */
export function exposedFiles(
  host: SetupHost,
  project: string,
  { changes }: Pick<ConnectPlan, "changes">,
): Exposed[] {
  const { root, text } = ignoreFile(host, project);
  const known = text.split(/\r?\n/).map((line) => line.trim());
  return changes.flatMap(({ file }) => {
    const path = relative(root, file).replaceAll("\\", "/");
    const isIgnored = ["/", ""].some((start) =>
      known.includes(`${start}${path}*`) || known.includes(`${start}${path}`)
    );
    return isIgnored ? [] : [{ file, line: `/${path}*` }];
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
): ConnectPlan {
  const { file, before, text, root } = ignoreFile(host, project);
  const exposed = exposedFiles(host, project, planned);
  const places = exposed.map((
    { line },
  ) => ({ container: [name], kind: "list", name: line } as const));
  const after = places.reduce((sum, place) => FORMATS[FORMAT].set(sum, place, place.name), text);
  const entries = exposed.flatMap(({ file: owner }, index): RecordedEntry[] => {
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
  const found = host.read(join(project, ".gitignore"));
  const before = found.kind === "text" ? found.text : null;
  const root = host.read(project).real;
  return { file: found.real, before, text: before ?? "", root };
}
