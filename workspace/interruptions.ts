/** Handles interruptions, such as Ctrl+C, so that they never cut off work that changes files. */

import { turnEventLoop } from "./system_calls.ts";
import type { Workspace } from "./workspace.ts";

/** Thrown when the person has interrupted the command. */
export class Interruption extends Error {
  override readonly name = "Interruption";
}

/** Tracks the interruptions of one command. */
export class Interruptions {
  readonly #stop = Promise.withResolvers<void>();
  #isInterrupted = false;
  #mustFinish = false;

  /** Resolves when the person interrupts the command, if the command can stop at once. */
  readonly interrupted: Promise<void> = this.#stop.promise;

  /** Records an interruption by the person. */
  readonly interrupt = (): void => {
    this.#isInterrupted = true;
    if (!this.#mustFinish) this.#stop.resolve();
  };

  /**
   * Keeps interruptions from ending the command at once. From now on, interruptions are only recorded, and
   * the command has to check for them.
   */
  readonly mindInterruptions = (): void => {
    this.#mustFinish = true;
  };

  /**
   * Runs work to its end.
   *
   * @throws {Interruption} After the work, if the person interrupted it.
   */
  readonly uninterrupted = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await this.#finish(work);
    if (this.#isInterrupted) throw new Interruption();
    return result;
  };

  /**
   * Wraps a workspace. An interruption never cuts off work under the project's lock. Before the work
   * applies changes, the workspace checks for interruptions and throws an {@linkcode Interruption}.
   */
  watch(workspace: Workspace): Workspace {
    return {
      read: (paths) => workspace.read(paths),
      entries: (folder) => workspace.entries(folder),
      reading: (work) => workspace.reading(work),
      exclusively: (work) => workspace.exclusively(() => this.#finish(work)),
      history: workspace.history,
      apply: async (changes, details) => {
        // If a signal comes while the command is busy, the runtime delivers it only in the next turn of the
        // event loop.
        await turnEventLoop();
        if (this.#isInterrupted) throw new Interruption();
        return await workspace.apply(changes, details);
      },
    };
  }

  async #finish<T>(work: () => Promise<T>): Promise<T> {
    this.#mustFinish = true;
    return await work().finally(() => this.#mustFinish = false);
  }
}
