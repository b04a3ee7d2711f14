/** Bringing an entry that is there up to date. */

import type { Template } from "./client.ts";
import type { Found } from "./formats/config_format.ts";
import type { Target } from "./plan.ts";

/** Our entry with what people added to it, and without what another shape of it had. */
export function merged(existing: Found | undefined, { form, entry }: Target): Template {
  if (typeof existing !== "object" || existing === null || Array.isArray(existing)) return entry;
  const shapes = [form.entry, form.entryFromEnv, form.stdio];
  const ours = new Set(shapes.flatMap((shape) => Object.keys(shape ?? {})));
  const kept = Object.entries(existing).filter(([key]) => !ours.has(key) || key in entry);
  // What they added is of the file's own kind; an editor writes it back as it was.
  return { ...Object.fromEntries(kept) as Template, ...entry };
}
