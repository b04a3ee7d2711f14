/** Sends raw HTTP requests to generated projects on Werkzeug's own server. */

import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import { runPython } from "./run_python.ts";

/** A project, and the requests to send: bytes of HTTP as Latin-1. */
export interface RawProject {
  readonly folder: string;
  readonly requests: readonly string[];
}

/** A response. Its body is bytes as Latin-1. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The responses of projects. */
export interface RawAnswers {
  /** Whether Flask 3.1 or newer sent them. Older ones redirect otherwise. */
  readonly isModern: boolean;
  readonly answers: readonly (readonly RawAnswer[])[];
}

/** Sends each project its requests, each on a connection of its own, in one process with the newest Flask. */
export async function rawAnswers(projects: readonly RawProject[]): Promise<RawAnswers> {
  const { interpreter, isModern } = await newestFlask();
  const answers = await runPython("raw_answers.py", projects, interpreter);
  return { isModern, answers: answers as RawAnswers["answers"] };
}

const ASK_FLASK = "from importlib.metadata import version; print(version('flask'))";

/** Finds a Python with Flask 3.1. Otherwise, returns the one of the tests. */
async function newestFlask(): Promise<
  { readonly interpreter: string; readonly isModern: boolean }
> {
  for (const interpreter of [python(), "python3"]) {
    const { stdout } = await runCommand(interpreter, ["-c", ASK_FLASK]);
    const [major = 0, minor = 0] = stdout.split(".").map(Number);
    if (major > 3 || major === 3 && minor >= 1) return { interpreter, isModern: true };
  }
  return { interpreter: python(), isModern: false };
}
