/** What people do to a project in five years, beside changing the spec. */

import type { Life } from "../commands.ts";
import { EDITS } from "../edits/mod.ts";
import { edited } from "../life.ts";
import { handlers, mocks } from "../places.ts";
import type { Random } from "../random.ts";

/** Everybody's rules. New endpoints of a year get them at its end. */
const RULES = ["guards every handler", "documents everything"];

const SERVICE_EDITS = ["replaces a mock by the repository", "computes an answer in a helper"];
const HANDLER_EDITS = [
  "adds a header to a handler's answer",
  "handles errors in a handler",
  "checks the body in a handler",
  "reads a query parameter in a handler",
];
const MODEL_EDITS = ["constrains a member of a body", "constrains all members of a body"];

/** Applies edits by name; each only if it finds something to edit. */
function withEdits(life: Life, names: readonly string[], random: Random): Life {
  return names.reduce<Life>((now, name) => {
    const edit = EDITS.get(name);
    return edit === undefined ? now : edited(now, edit, random) ?? now;
  }, life);
}

/** Guards and documents everything. */
export function underRules(life: Life, random: Random): Life {
  return withEdits(life, RULES, random);
}

/**
 * Writes real code until a third of the services have it, and every sixth handler; constrains two
 * bodies a year.
 *
 * @param year From 1 to 5.
 */
export function grownInYear(life: Life, year: number, random: Random): Life {
  const all = handlers(life.project).length;
  const real = all - mocks(life.project).length;
  const services = Math.max(0, Math.round(all * year / 15) - real);
  const touched = Math.round(all / 30);
  const picked = (names: readonly string[], count: number) =>
    Array.from({ length: count }, () => random.pick(names) ?? "");
  return withEdits(life, [
    ...picked(SERVICE_EDITS, services),
    ...picked(HANDLER_EDITS, touched),
    ...picked(MODEL_EDITS, 2),
  ], random);
}
