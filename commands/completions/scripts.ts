/** The completion scripts of the shells. */

import bash from "./completions.bash" with { type: "text" };
import fish from "./completions.fish" with { type: "text" };
import powershell from "./completions.ps1" with { type: "text" };
import zsh from "./completions.zsh" with { type: "text" };

/** The scripts by shell. */
export const COMPLETION_SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
  ["powershell", powershell],
]);
