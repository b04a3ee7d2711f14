/** How a report is shown. */

import type { Style } from "./style.ts";

export interface View {
  readonly style: Style;
  readonly verbose: boolean;
  /** The longest list that is shown whole, and how to see all of one that is not. */
  readonly listLimit: number;
  readonly listHint: string;
  /** Width that text wraps to: the terminal's; text for a pipe does not wrap. */
  readonly columns: number;
  /** Milliseconds that the command took; `null` where nobody wants to know. */
  readonly elapsed: number | null;
}

/** Text for agents: no colours, no line breaks but those that mean something, lists they can bear. */
export const PLAIN_VIEW: View = {
  style: (_, text) => text,
  verbose: false,
  listLimit: 100,
  listHint: "",
  columns: Infinity,
  elapsed: null,
};
