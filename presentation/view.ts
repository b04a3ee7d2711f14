/** How a report is shown. */

import type { Style } from "./style.ts";

export interface View {
  readonly style: Style;
  readonly verbose: boolean;
  /** Width that text wraps to: the terminal's; text for a pipe does not wrap. */
  readonly columns: number;
  /** Milliseconds that the command took; `null` where nobody wants to know. */
  readonly elapsed: number | null;
}

/** Text for programs and agents: no colours, no line breaks but those that mean something. */
export const PLAIN_VIEW: View = {
  style: (_, text) => text,
  verbose: false,
  columns: Infinity,
  elapsed: null,
};
