/** The options for formatting a report. */

import type { Style } from "./style.ts";

/** How to format a report, depending on its reader. */
export interface View {
  readonly style: Style;
  readonly verbose: boolean;
  /** Whether to list all changed files, even if a list of endpoints shows the changes. */
  readonly listsFiles: boolean;
  /** Maximum number of lines in a list. */
  readonly listLimit: number;
  /** Text to append to a shortened list, such as the option that shows all of it. */
  readonly listHint: string;
  /** Width to wrap text to; infinite for a pipe. */
  readonly columns: number;
  /** Duration of the command in milliseconds; `null` to omit it. */
  readonly elapsed: number | null;
}

/** The view for agents: no colours, no wrapping, and longer lists. */
export const PLAIN_VIEW: View = {
  style: (_, text) => text,
  verbose: false,
  listsFiles: true,
  listLimit: 100,
  listHint: "",
  columns: Infinity,
  elapsed: null,
};
