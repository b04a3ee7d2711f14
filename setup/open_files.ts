/** Files with the key that other people on the computer can read. */

import { type Diagnostic, warning } from "../core/diagnostic.ts";
import { shown } from "./files.ts";
import type { Job } from "./job.ts";
import type { ConnectPlan } from "./plan.ts";

/** Warns of files that keep the mode which people gave them, key or no key. */
export function openFilesWarning(
  { host, server, options }: Job,
  { targets }: ConnectPlan,
): Diagnostic[] {
  if (options.keyFromEnv || (server?.key ?? null) === null) return [];
  const files = new Set(
    targets.flatMap(({ kind, target: { file } }) =>
      kind === "add" || kind === "update" || kind === "unchanged" ? [file] : []
    ),
  );
  const open = [...files].filter((file) => host.isOpenToAll(file)).map((file) => shown(host, file));
  if (open.length === 0) return [];
  const hint = `Keep the key to yourself: chmod 600 ${open.join(" ")}`;
  const message = `Everybody on this computer can read ${open.join(", ")}`;
  return [warning("setup-open", message, { hint })];
}
