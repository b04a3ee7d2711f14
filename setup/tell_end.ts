/** The end of a wizard's run, for the person who sat through it. */

import type { Report } from "../core/report.ts";
import { table } from "../presentation/style.ts";
import type { ClientResult, ConnectData } from "./results.ts";
import { type Ui, warningLines } from "./ui.ts";

/** Tells what was written, whether it works, and what comes next. */
export function tellEnd(ui: Ui, { data, diagnostics, message, next }: Report): void {
  const { clients = [] } = (data ?? {}) as Partial<ConnectData>;
  if (clients.length > 0) tellWritten(ui, clients);
  tellVerified(ui, clients);
  // What is wrong with single clients stands beside their names.
  const told = new Set(clients.map(({ problem }) => problem));
  for (const each of diagnostics) {
    const [title, lines] = warningLines(each);
    const isTold = told.has(title) && each.code !== "setup-key";
    if (each.severity === "error" && !isTold) ui.warn(title, lines);
  }
  if (next.length > 0) ui.tell("Next", next);
  ui.end(message);
}

function tellWritten(ui: Ui, clients: readonly ClientResult[]): void {
  const rows = clients.map(({ state, client, file, problem }) =>
    state === "unverified" ? ["done", client, file] : [state, client, problem ?? file]
  );
  const refused = rows.filter(([state]) => state === "refused" || state === "failed").length;
  if (clients.every(({ state }) => state === "unchanged")) {
    return ui.tell("Nothing to write", aligned(rows));
  }
  const title = `${clients.length - refused} of ${clients.length} written`;
  if (refused > 0) ui.warn(title, aligned(rows));
  else ui.tell(title, aligned(rows));
}

function tellVerified(ui: Ui, clients: readonly ClientResult[]): void {
  const rows = clients.flatMap(({ state, client, tools, problem }) => {
    if (tools !== null) return [["ok", client, `${tools} tools`]];
    // Its problem starts with its name.
    return state === "unverified"
      ? [["failed", client, problem?.replace(`${client}: `, "") ?? ""]]
      : [];
  });
  if (rows.length === 0) return;
  const isWrong = clients.some(({ state }) => state === "unverified");
  if (isWrong) ui.warn("Not verified from the files on disk", aligned(rows));
  else ui.tell("Verified from the files on disk", aligned(rows));
}

/** Rows whose columns start at the same place in all lists. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  return table(rows.map(([state = "", ...cells]) => [state.padEnd("refused".length), ...cells]));
}
