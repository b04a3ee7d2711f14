/** Plans the removal of endpoints: removes their generated code, except what other code uses. */

import type { Snapshot } from "../../core/change_set.ts";
import { MAX_PLACES, placeLines } from "../plans/place_lines.ts";
import { type Diagnostic, error, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { DefinitionUse } from "../../project/semantics/uses.ts";
import { positionAt } from "../../python/position.ts";
import { readPython } from "../../python/python_module.ts";
import { ownName, symbols } from "../../python/symbols.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import { type KeptDefinition, type Removal, removeFromProject } from "./removal.ts";
import type { ProjectDraft } from "./project_draft.ts";
import type { Removable } from "./removal_graph.ts";

/** A definition that was generated. */
export interface OwnedDefinition extends Removable {
  /** The layer and the name under which it was recorded. People may have renamed it since. */
  readonly recordedKey: string;
  /** Whether it is a handler, so that removing it removes the endpoint. */
  readonly isHandler: boolean;
  readonly isEdited: boolean;
  /**
   * Whether an endpoint that stays may share the definition. If the definition stays, too, that
   * endpoint owns it.
   */
  readonly hasHeir: boolean;
}

/** The endpoints to remove, with everything that was generated only for them. */
export interface RemovalTarget {
  /** The name of the target, such as `GET /products/sale`. */
  readonly what: string;
  /** The methods of a class are listed beside the class. */
  readonly definitions: readonly OwnedDefinition[];
  /** The generated files. A file that has no definitions left is deleted. */
  readonly files: ReadonlySet<ProjectPath>;
  /** The unedited data files of mocks, by the names under which code loads them. */
  readonly data: ReadonlyMap<string, ProjectPath>;
}

/** What happens to edited definitions: the removal is refused, they stay, or they are discarded. */
export type EditedDefinitions = "refuse" | "keep" | "discard";

/** Report data of a removal. */
export interface RemovedData {
  /** The removed definitions, such as `api/services/users_service.py UsersService.get`. */
  readonly removed: readonly string[];
  /** The definitions that stay. */
  readonly kept: readonly KeptData[];
}

/** A generated definition that the removal keeps. */
export interface KeptData {
  /** The definition, such as `api/services/users_service.py UsersService.get`. */
  readonly definition: string;
  /** The places where code that stays uses it, such as `api/jobs.py:3`. */
  readonly uses: readonly string[];
}

/**
 * Plans a removal, and removes the code from the draft. Nothing is removed if a handler is used
 * elsewhere.
 *
 * @param draft A draft without edits, with the project's Python files and the data files of the
 * target.
 */
export function planRemoval(
  target: RemovalTarget,
  draft: ProjectDraft,
  edited: EditedDefinitions,
): Plan<RemovedData> {
  const { python } = draft.before;
  // Other files need not parse.
  const broken = brokenFiles(target.definitions.map(({ path }) => path), python);
  if (broken.length > 0) return emptyPlan(broken);
  const definitions = target.definitions.map((each): OwnedDefinition => ({
    ...each,
    stays: each.isEdited && edited === "keep",
  }));
  const removal = removeFromProject(draft.before, { ...target, definitions });
  const used = removal.kept.filter(isUsedHandler);
  if (used.length > 0) return emptyPlan([handlersUsed(target, used)]);
  draft.apply(removal.texts);
  const changes = draft.changes();
  const discarding = changes.filter(({ path }) =>
    removal.removed.some((each) => each.path === path && each.isEdited)
  );
  const isRefused = edited === "refuse" && discarding.length > 0;
  const { what } = target;
  const kept = removal.kept.filter(({ definition, uses }) =>
    !definition.hasHeir || definition.isEdited || uses.length === 0
  );
  return {
    changes: isRefused ? [] : changes,
    conflicts: isRefused ? discarding : [],
    ...(isRefused ? { refusal: codeOfYours(what, removal, python) } : {}),
    discarded: isRefused ? [] : discarding,
    diagnostics: keptDefinitions(kept),
    messages: {
      applied: `Removed ${what}`,
      planned: `Would remove ${what}`,
      unchanged: `Nothing to remove: all code of ${what} stays`,
      conflict: null,
    },
    data: dataOf({ ...removal, kept }),
    next: [],
  };
}

/**
 * Returns the error for a removal that would discard edits. Lists the edits, and the other code
 * that stays.
 */
function codeOfYours(
  what: string,
  { removed, kept }: Removal<OwnedDefinition>,
  files: Snapshot,
): Diagnostic {
  const rows = [
    ...removed.filter(({ isEdited }) => isEdited).map(({ path, name }) =>
      [`${path}:${lineOf(path, name, files)}`, ownName(name), "edited"] as const
    ),
    ...kept.flatMap(({ definition: { name }, uses }) =>
      uses.map((use) => [placeOf(use), ownName(name), "used here"] as const)
    ),
  ];
  const shown = rows.slice(0, MAX_PLACES);
  const width = (column: 0 | 1) => Math.max(...shown.map((row) => row[column].length));
  const [places, names] = [width(0), width(1)];
  const lines = rows.map(([place, name, why]) =>
    `${place.padEnd(places)}  ${name.padEnd(names)}  ${why}`
  );
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  const message = `${subject} has code of yours. Nothing was removed.`;
  return error("conflict-edited", message + placeLines(lines), {
    hint:
      "--keep-edited removes the rest and keeps these. --force removes edited code, too: a copy " +
      "goes to .layerwright/backup, and code that is used elsewhere stays",
  });
}

function lineOf(path: ProjectPath, name: string, files: Snapshot): number {
  const module = readPython(files.get(path) ?? "");
  const symbol = symbols(module).find((each) => each.name === name);
  return positionAt(module.physical.starts, symbol?.start ?? 0).line;
}

/** Reports whether a handler stays because other code uses it, and not because people edited it. */
function isUsedHandler({ definition, uses }: KeptDefinition<OwnedDefinition>): boolean {
  return definition.isHandler && definition.stays !== true && uses.length > 0;
}

function handlersUsed(
  { what }: RemovalTarget,
  used: readonly KeptDefinition<OwnedDefinition>[],
): Diagnostic {
  const names = used.map(({ definition }) => `'${definition.name}'`).join(", ");
  const places = used.flatMap((each) => each.uses).map(placeOf);
  const message = `Cannot remove ${what}: other code uses ${names}; nothing was written.`;
  return error("definition-used", message + placeLines(places), {
    hint: "Change that code first",
  });
}

function keptDefinitions(kept: readonly KeptDefinition<OwnedDefinition>[]): Diagnostic[] {
  return kept.map(({ definition, uses }) => {
    const why = definition.stays === true
      ? "you edited it"
      : uses.length === 0
      ? "it contains other code"
      : `other code uses it (${placesOf(uses)})`;
    return info("definition-kept", `Kept '${definition.name}' in ${definition.path}: ${why}`);
  });
}

/** Returns the first places of uses, for a message. */
export function placesOf(uses: readonly DefinitionUse[]): string {
  return uses.slice(0, MAX_PLACES).map(placeOf).join(", ");
}

function placeOf({ path, line }: DefinitionUse): string {
  return `${path}:${line}`;
}

function dataOf({ removed, kept }: Removal<OwnedDefinition>): RemovedData {
  const nameOf = ({ path, name }: Removable) => `${path} ${name}`;
  return {
    removed: removed.map(nameOf),
    kept: kept.map(({ definition, uses }) => ({
      definition: nameOf(definition),
      uses: uses.map(placeOf),
    })),
  };
}
