/** All kinds of edits that people make to a project, by name. */

import { ADDITIONS } from "./additions.ts";
import { BODIES } from "./bodies.ts";
import { DELETIONS } from "./deletions.ts";
import type { Edit } from "./edit.ts";
import { FORMATTING } from "./formatting.ts";
import { GUARDING } from "./guards.ts";
import { MERGING } from "./merging.ts";
import { MODELS } from "./models.ts";
import { MOUNTING } from "./mounting.ts";
import { MOVES } from "./moves.ts";
import { NAMES } from "./names.ts";
import { REGISTRATION } from "./registration.ts";
import { ROUTING } from "./routing.ts";
import { SHAPES } from "./shapes.ts";
import { SWEEPS } from "./sweeps.ts";

/** The edits of the first year of a project. */
export const FIRST_EDITS: ReadonlyMap<string, Edit> = named(
  [MOVES, BODIES, REGISTRATION, ROUTING, NAMES, DELETIONS, ADDITIONS, FORMATTING],
);

/** The edits that a team makes to a project that it has had for a while. */
export const LATER_EDITS: ReadonlyMap<string, Edit> = named(
  [GUARDING, SWEEPS, MODELS, SHAPES, MOUNTING, MERGING],
);

export const EDITS: ReadonlyMap<string, Edit> = new Map([...FIRST_EDITS, ...LATER_EDITS]);

function named(tables: readonly Readonly<Record<string, Edit>>[]): ReadonlyMap<string, Edit> {
  return new Map(tables.flatMap((table) => Object.entries(table)));
}
