/** All clients that the wizard knows. */

import type { WritableClient } from "../client.ts";
import { DESKTOP_CLIENTS } from "./desktop.ts";
import { EDITOR_CLIENTS } from "./editors.ts";
import { MANUAL_CLIENTS } from "./manual.ts";
import { MORE_TERMINAL_CLIENTS } from "./more_terminals.ts";
import { TERMINAL_CLIENTS } from "./terminal.ts";

export { MANUAL_CLIENTS };

/** The clients whose files can be written, in the order in which they are shown. */
export const WRITABLE_CLIENTS: readonly WritableClient[] = [
  ...TERMINAL_CLIENTS,
  ...MORE_TERMINAL_CLIENTS,
  ...EDITOR_CLIENTS,
  ...DESKTOP_CLIENTS,
];

/** The ids that can be asked for. */
export const KNOWN_CLIENTS: readonly string[] = [...WRITABLE_CLIENTS, ...MANUAL_CLIENTS]
  .map(({ id }) => id);
