/** What the wizard asks a person, and what it tells one. */

import type { SetupDiagnostic } from "./diagnostic.ts";
import { phrase } from "./files.ts";

/** The person gave up: with Ctrl-C, or at a question. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** One of several answers of which the person picks one. */
export interface Way<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** Whether it cannot be chosen, for the reason in the hint. */
  readonly disabled: boolean;
}

/** A problem as {@linkcode Ui.warn} takes it. */
export function warningLines(problem: SetupDiagnostic): [title: string, lines: readonly string[]] {
  const { hint } = problem;
  return [phrase(problem), hint === null ? [] : [hint]];
}

/** A terminal with a person at it. Every question throws {@linkcode Cancelled} if there is no answer. */
export interface Ui {
  begin(title: string): void;
  /** Says what was found or done. */
  tell(title: string, lines: readonly string[]): void;
  warn(title: string, lines: readonly string[]): void;
  /** Asks for text; what `problem` says of it is shown until there is none. */
  askText(
    message: string,
    initial: string,
    problem: (text: string) => string | null,
  ): Promise<string>;
  askSecret(message: string, problem: (text: string) => string | null): Promise<string>;
  /** Asks for one answer; Enter gives the first. */
  pick<Value extends string>(message: string, ways: readonly Way<Value>[]): Promise<Value>;
  choose(message: string, choices: readonly Choice[], ticked: readonly string[]): Promise<string[]>;
  /** @param initial The answer that Enter gives; yes, unless it is said. */
  confirm(message: string, initial?: boolean): Promise<boolean>;
  end(text: string): void;
}
