import type { Host } from "./host.ts";
import type { Outcome } from "./outcome.ts";

/** What a command can use. */
export interface Context {
  readonly host: Host;
  /** The folder that the command runs in: an absolute path. */
  cwd(): string;
  /** Says how the command ended. */
  finish(outcome: Outcome): void;
  /** Says how the command ends if the person interrupts it; unless it does, all of them end alike. */
  whenInterrupted(end: () => Outcome): void;
}
