/** All clients that the wizard knows. */

import type { WritableClient } from "../client.ts";
import { DESKTOP_CLIENTS } from "./desktop.ts";
import { EDITOR_CLIENTS } from "./editors.ts";
import { MORE_TERMINAL_CLIENTS } from "./more_terminals.ts";
import { TERMINAL_CLIENTS } from "./terminal.ts";

export { MANUAL_CLIENTS } from "./manual.ts";

/** The clients whose files can be written, in the order in which they are shown. */
export const WRITABLE_CLIENTS: readonly WritableClient[] = [
  ...TERMINAL_CLIENTS,
  ...MORE_TERMINAL_CLIENTS,
  ...EDITOR_CLIENTS,
  ...DESKTOP_CLIENTS,
];
