/** Keeping keys, and forgetting them. */

import { error } from "../core/diagnostic.ts";
import { type Credentials, formatCredentials } from "./credentials.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { shown } from "./files.ts";
import { readKeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import { writeProblem } from "./problems.ts";

const HINT = "Set HOME, or APPDATA on Windows";

/**
 * Changes what is kept, as it is now.
 *
 * @returns What is in the way; `null` once it is done.
 */
export function changeCredentials(
  host: SetupHost,
  change: (kept: Credentials) => Credentials,
): SetupDiagnostic | null {
  const keys = readKeyFiles(host);
  if ("severity" in keys) return keys;
  const { path, credentials } = keys;
  if (path === null) return error("setup-state", "No folder to keep API keys in.", { hint: HINT });
  const found = host.read(path);
  const before = found.kind === "text" ? found.text : null;
  const after = formatCredentials(change(credentials));
  host.makePrivate(found.real);
  if (before === after) return null;
  const outcome = host.write({ file: found.real, before, after, backup: null });
  return outcome.kind === "written" ? null : writeProblem(shown(host, path), outcome);
}
