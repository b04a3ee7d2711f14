/** Questions and messages for the person at the terminal. */

import type { SetupDiagnostic } from "./diagnostic.ts";
import { phrase } from "./files.ts";

/** Thrown when the person ends the run: with Ctrl-C, or by answering No to the last question. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";

  constructor(readonly how: "interrupted" | "declined" = "interrupted") {
    super(how);
  }
}

/** One of the answers to choose from. */
export interface Way<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** Whether the choice is disabled. The hint then says why. */
  readonly disabled: boolean;
}

/** Formats a problem for {@linkcode Ui.warn}. */
export function warningLines(problem: SetupDiagnostic): [title: string, lines: readonly string[]] {
  const { hint } = problem;
  return [phrase(problem), hint === null ? [] : [hint]];
}

/** The terminal of a person. Every question throws {@linkcode Cancelled} if the person cancels. */
export interface Ui {
  begin(title: string): void;
  /** Shows a result. */
  tell(title: string, lines: readonly string[]): void;
  warn(title: string, lines: readonly string[]): void;
  /** Asks for text. If `problem` returns a problem with the text, shows it and asks again. */
  askText(
    message: string,
    initial: string,
    problem: (text: string) => string | null,
  ): Promise<string>;
  askSecret(message: string, problem: (text: string) => string | null): Promise<string>;
  /** Asks for one of several answers. Enter chooses the first. */
  pick<Value extends string>(message: string, ways: readonly Way<Value>[]): Promise<Value>;
  choose(message: string, choices: readonly Choice[], ticked: readonly string[]): Promise<string[]>;
  /**
   * Asks a yes-or-no question.
   *
   * @param initial The answer that Enter gives. The default is yes.
   */
  confirm(message: string, initial?: boolean): Promise<boolean>;
  end(text: string): void;
}
