/** Sends raw HTTP requests to generated projects on Werkzeug's own server. */

import { equal, match } from "node:assert/strict";
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
 * projects. Leaves out the ids of the requests, which differ each time. The header `X-Arguments`
 * has the keyword arguments of the service that was called, as JSON.
 *
 * @param by The Python that serves the projects.
 */
export async function rawAnswers(
  projects: readonly RawProject[],
  by: FlaskPython,
): Promise<readonly (readonly RawAnswer[])[]> {
  const answers = await runPython("raw_answers.py", projects, by);
  return (answers as readonly (readonly RawAnswer[])[]).map((each) => each.map(withoutId));
}

/** Checks the id of a request, and removes it. */
function withoutId({ status, headers, body }: RawAnswer): RawAnswer {
  const valueOf = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
  const id = valueOf("X-Request-Id") ?? "";
  match(id, /^[0-9a-f]{32}$/);
  const member = `, "request_id": "${id}"}`;
  const isProblem = valueOf("Content-Type") === "application/problem+json";
  // A response to HEAD has the length of a body, but no body.
  equal(body.endsWith(member), isProblem && body !== "", body);
  const length = Number(valueOf("Content-Length")) - (isProblem ? member.length - 1 : 0);
  return {
    status,
    headers: headers.flatMap(([name, value]) =>
      name === "X-Request-Id" ? [] : [[name, name === "Content-Length" ? `${length}` : value]]
    ),
    body: body.endsWith(member) ? `${body.slice(0, -member.length)}}` : body,
  };
}
