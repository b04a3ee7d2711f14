/** Sends raw HTTP requests to generated projects on Werkzeug's own server. */

import type { FlaskPython } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";

/** A project, and the requests to send: bytes of HTTP as Latin-1. */
export interface RawProject {
  readonly folder: string;
  readonly requests: readonly string[];
}

/** A response, whose body is bytes as Latin-1. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/**
 * Sends each project its requests, each request on a connection of its own. One process serves all
 * projects.
 *
 * @param by The Python that serves the projects.
 */
export async function rawAnswers(
  projects: readonly RawProject[],
  by: FlaskPython,
): Promise<readonly (readonly RawAnswer[])[]> {
  const answers = await runPython("raw_answers.py", projects, by);
  return answers as readonly (readonly RawAnswer[])[];
}
