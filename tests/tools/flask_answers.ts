/** Asks generated projects over HTTP and returns what they answer, byte for byte. */

import { runPython } from "./run_python.ts";

export interface FlaskRequest {
  readonly method: string;
  readonly path: string;
  /** JSON text; `null` sends no body. */
  readonly body: string | null;
}

export interface FlaskProject {
  readonly folder: string;
  readonly requests: readonly FlaskRequest[];
  /** The package or module that has a `create_app` or an `app`; `api` unless said otherwise. */
  readonly module?: string;
}

export interface FlaskAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /** As sent: parsing it would lose the order of keys and tell no `1.0` from `1`. */
  readonly body: string;
}

/** `client` is Flask's test client, for many projects; `server` a real server on a port of its own. */
export type AnswerMode = "client" | "server";

/**
 * Sends each project its requests, one after the other, all from one Python process.
 *
 * @param projects Absolute folders, each with an application.
 * @returns The answers to each project's requests, in their order.
 * @throws {Error} If an application does not start; the message holds its traceback.
 */
export async function flaskAnswers(
  projects: readonly FlaskProject[],
  mode: AnswerMode,
): Promise<readonly (readonly FlaskAnswer[])[]> {
  const answers = await runPython("flask_answers.py", { mode, projects });
  return answers as readonly (readonly FlaskAnswer[])[];
}
