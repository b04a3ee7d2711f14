/** Sends HTTP requests to generated projects, and returns the exact bytes of the responses. */

import type { FlaskPython } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";

export interface FlaskRequest {
  readonly method: string;
  readonly path: string;
  /** JSON text; `null` sends no body. */
  readonly body: string | null;
  /** Further headers; none by default. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FlaskProject {
  readonly folder: string;
  readonly requests: readonly FlaskRequest[];
  /** The package or module with `create_app` or `app`; `api` by default. */
  readonly module?: string;
}

export interface FlaskAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /**
   * The body as text. Parsing it would lose the order of keys, and the difference between `1.0` and
   * `1`.
   */
  readonly body: string;
}

/** `client`: Flask's test client, for many projects. `server`: a real server on a free port. */
export type AnswerMode = "client" | "server";

/**
 * Sends each project its requests, one after the other, in one Python process.
 *
 * @param projects Absolute folders, each with an application.
 * @param by The Python to run; by default, the one of the tests.
 * @returns The responses of each project, in the order of the requests.
 * @throws {Error} If an application does not start. The message contains its traceback.
 */
export async function flaskAnswers(
  projects: readonly FlaskProject[],
  mode: AnswerMode,
  by?: FlaskPython,
): Promise<readonly (readonly FlaskAnswer[])[]> {
  const answers = await runPython("flask_answers.py", { mode, projects }, by);
  return answers as readonly (readonly FlaskAnswer[])[];
}
