/** Sends raw HTTP requests to generated projects on Werkzeug's own server. */

import { newestFlask } from "./flask_pythons.ts";
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

/** The responses of projects. */
export interface RawAnswers {
  /** Whether Flask 3.1 or newer sent the responses. Older versions redirect in another way. */
  readonly isModern: boolean;
  readonly answers: readonly (readonly RawAnswer[])[];
}

/**
 * Sends each project its requests, each request on a connection of its own. One process with the
 * newest Flask serves all projects.
 */
export async function rawAnswers(projects: readonly RawProject[]): Promise<RawAnswers> {
  const answers = await runPython("raw_answers.py", projects, newestFlask);
  return { isModern: newestFlask.isModern, answers: answers as RawAnswers["answers"] };
}
