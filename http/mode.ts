/** The server's mode: local or hosted. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { Environment } from "../core/user_folders.ts";

/** Reports whether `LAYERWRIGHT_MODE` selects a hosted server. */
export function isHosted(env: Environment): boolean | Diagnostic {
  const mode = env("LAYERWRIGHT_MODE") || "local";
  if (mode === "local" || mode === "hosted") return mode === "hosted";
  const message = `Invalid LAYERWRIGHT_MODE '${quotable(mode)}' (must be local or hosted).`;
  return error("usage-option", message);
}
