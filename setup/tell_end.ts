/** The end of a wizard's run, for the person who sat through it. */

import type { Report } from "../core/report.ts";
import { table } from "../presentation/style.ts";
import type { ConnectData } from "./connect.ts";
import type { Ui } from "./ui.ts";

/** Tells what was written, whether it works, and what comes next. */
export function tellEnd(ui: Ui, { data, diagnostics, message, next }: Report): void {
  const { clients = [] } = (data ?? {}) as Partial<ConnectData>;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (clients.length > 0) {
    const written = clients.filter(({ state }) => state === "done" || state === "unchanged");
    const title = `${written.length} of ${clients.length} written`;
    const lines = table(clients.map(({ state, client, file }) => [state, client, file]));
    if (written.length < clients.length) ui.warn(title, lines);
    else ui.tell(title, lines);
    const seen = clients.filter(({ tools }) => tools !== null);
    if (seen.length > 0) {
      const rows = seen.map(({ client, tools }) => ["ok", client, `${tools} tools`]);
      ui.tell("Verified from the files on disk", table(rows));
    }
  }
  for (const { message, hint } of errors) ui.warn(message, hint === null ? [] : [hint]);
  if (next.length > 0) ui.tell("Next", next);
  ui.end(message);
}
