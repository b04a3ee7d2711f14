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

/** The newest Flask of this computer. */
export interface NewestFlask {
  readonly interpreter: string;
  /** Whether it is 3.1 or newer. */
  readonly isModern: boolean;
  /** Whether pydantic 2 is there, which apps with bodies need. */
  readonly hasPydantic: boolean;
}

const ASK_VERSIONS = `
from importlib.metadata import PackageNotFoundError, version
for name in "flask", "pydantic":
    try:
        print(version(name))
    except PackageNotFoundError:
        print("0.0")
`;

/** Finds a Python with Flask 3.1. Otherwise, returns the one of the tests. */
export async function newestFlask(): Promise<NewestFlask> {
  for (const interpreter of [python(), "python3"]) {
    const { stdout } = await runCommand(interpreter, ["-c", ASK_VERSIONS]);
    const [[major = 0, minor = 0] = [], [pydantic = 0] = []] = stdout.trim().split("\n")
      .map((line) => line.split(".").map(Number));
    const isModern = major > 3 || major === 3 && minor >= 1;
    if (isModern) return { interpreter, isModern, hasPydantic: pydantic >= 2 };
  }
  return { interpreter: python(), isModern: false, hasPydantic: false };
}
