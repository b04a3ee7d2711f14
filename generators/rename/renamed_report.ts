/** The report of a renaming. */

import type { Change } from "../../core/change_set.ts";
import { placeLines } from "../plans/place_lines.ts";
import { type Diagnostic, error, info, warning } from "../../core/diagnostic.ts";
import { counted } from "../../core/report.ts";
import { urlPrefix } from "../../project/layout/layout.ts";
import type { PlanMessages } from "../plans/plan.ts";
import type { RenamedPath } from "./renamed_endpoints.ts";
import type { NewName } from "./renamed_route.ts";

/** A place that may refer to the old name. */
export interface LeftPlace {
  /** Relative to the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The text there, such as `"/products"`. */
  readonly text: string;
}

/** A file that got another path. */
export interface RenamedFile {
  /** The old path, relative to the project's root. */
  readonly before: string;
  /** The new path. */
  readonly after: string;
}

/** Report data of a renaming. */
export interface RenamedData {
  /** The files that got another path. */
  readonly files: readonly RenamedFile[];
  /** The endpoints whose path changes. */
  readonly endpoints: readonly RenamedPath[];
  /** The places that may refer to the old name. They stay unchanged, for you to check. */
  readonly left: readonly LeftPlace[];
}

/** A place in a message. */
export interface NamedPlace {
  readonly path: string;
  readonly line?: number;
  readonly what?: string;
}

/** Returns the error for a new name that is taken. */
export function renameTaken(name: NewName, places: readonly NamedPlace[]): Diagnostic {
  const message = `Cannot rename ${phrase(name)}: the new name is taken; nothing was written.`;
  return error("rename-taken", message + listed(places), {
    hint: "Choose another name, or rename the other one first",
  });
}

/** Returns the error for uses of the old name that cannot be followed. */
export function renameUnclear(name: NewName, places: readonly NamedPlace[]): Diagnostic {
  const message = `Cannot rename ${
    phrase(name)
  }: not all uses of the old name can be followed; nothing was written.`;
  return error("rename-unclear", message + listed(places), { hint: "Change that code first" });
}

/** Returns the error for files to rename that are links. */
export function renameLinked(name: NewName, places: readonly NamedPlace[]): Diagnostic {
  const message = `Cannot rename ${phrase(name)}: it has links to files; nothing was written.`;
  return error("rename-link", message + listed(places), {
    hint: "Replace each link with the file that it leads to",
  });
}

/** Returns the notes about places that people have to check. */
export function leftNotes(
  kept: readonly string[],
  left: readonly LeftPlace[],
): readonly Diagnostic[] {
  const notes = kept.map((each) => info("rename-left", each));
  if (left.length === 0) return notes;
  const places = left.map(({ file, line, text }) => ({ path: file, line, what: text }));
  const message = `Left ${counted(left.length, "mention")} of the old name:${listed(places)}`;
  return [...notes, warning("rename-left", message)];
}

function listed(places: readonly NamedPlace[]): string {
  return placeLines(
    places.map(({ path, line, what }) =>
      `${path}${line === undefined ? "" : `:${line}`}${what === undefined ? "" : `  ${what}`}`
    ),
  );
}

function phrase({ route, subroute, to }: NewName): string {
  return subroute === null
    ? `route '${route}' to '${to}'`
    : `subroute '${subroute}' of route '${route}' to '${to}'`;
}

/** Returns the message per outcome. */
export function renamedMessages(
  name: NewName,
  { endpoints }: RenamedData,
  changes: readonly Change[],
): PlanMessages {
  const files = changes.filter(({ kind }) => kind !== "delete").length;
  const url = name.subroute === null ? urlPrefix(name.to) : `/${name.route}/${name.to}`;
  const isBelow = endpoints.every(({ after }) => after === url || after.startsWith(`${url}/`));
  const now = endpoints.length === 0 ? "" : isBelow ? ` now under ${url}` : " with other paths";
  const paths = endpoints.length === 0 ? "" : `, ${counted(endpoints.length, "endpoint")}${now}`;
  const what = `${phrase(name)}: ${counted(files, "file")}${paths}`;
  return {
    applied: `Renamed ${what}`,
    planned: `Would rename ${what}`,
    unchanged: "Nothing to do: no file has to change",
    conflict: null,
  };
}
