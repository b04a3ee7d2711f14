import type { PlannedRun } from "../actions/run_planner.ts";
import type { Host } from "./host.ts";
import type { Outcome } from "./outcome.ts";

/** The environment of a running command. */
export interface Context {
  readonly host: Host;
  /** Returns the folder in which the command runs, an absolute path. */
  cwd(): string;
  /** Records the command's outcome. */
  finish(outcome: Outcome): void;
  /** Keeps the plan of a dry run of the project in a folder. `--plan` writes it after the command. */
  keepPlan(planned: PlannedRun, root: string): void;
  /** Sets the outcome of an interruption, in place of the default one. */
  whenInterrupted(end: () => Outcome): void;
}
