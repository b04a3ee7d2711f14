/** All kinds of edits that people make to a project, by name. */

import { ADDITIONS } from "./additions.ts";
import { BODIES } from "./bodies.ts";
import { DELETIONS } from "./deletions.ts";
import type { Edit } from "./edit.ts";
import { FORMATTING } from "./formatting.ts";
import { MOVES } from "./moves.ts";
import { NAMES } from "./names.ts";
import { REGISTRATION } from "./registration.ts";
import { ROUTING } from "./routing.ts";

export const EDITS: ReadonlyMap<string, Edit> = new Map(
  [MOVES, BODIES, REGISTRATION, ROUTING, NAMES, DELETIONS, ADDITIONS, FORMATTING].flatMap((table) =>
    Object.entries(table)
  ),
);
