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
  /**
   * Keeps the plan of a dry run until the command has ended. Then it is written to the file of
   * `--plan`. `root` is the project's folder.
   */
  keepPlan(planned: PlannedRun, root: string): void;
  /** Replaces the default outcome of an interruption. */
  whenInterrupted(end: () => Outcome): void;
}
