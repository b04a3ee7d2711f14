/** Sends requests with headers to a generated project. */

import type { FlaskPython } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";

/** A request. */
export type HeaderRequest = readonly [
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
];

/** A response. */
export interface HeaderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The responses to requests, and what the app logged. */
export interface HeaderAnswers {
  readonly answers: readonly HeaderAnswer[];
  readonly log: string;
}

/** Sends requests to the project in a folder, one by one. */
export async function headerAnswers(
  folder: string,
  requests: readonly HeaderRequest[],
  { interpreter, env }: FlaskPython,
  variables: Readonly<Record<string, string>> = {},
): Promise<HeaderAnswers> {
  const by = { interpreter, env: { ...env, ...variables } };
  return await runPython("header_answers.py", { folder, requests }, by) as HeaderAnswers;
}
