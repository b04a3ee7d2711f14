/** What a project's endpoints must answer, by Python's own JSON. */

import { runPython } from "../tools/run_python.ts";
import type { FlaskAnswer, FlaskRequest } from "../tools/flask_answers.ts";
import type { ExpectedEndpoint } from "./arbitrary_spec.ts";

/** A body with everything that Python's `str()` writes differently from JSON. */
export const SENT_BODY = '{"it\'s": [null, true, 1.0, "\\u65e5\\"\\ud83d\\ude00\\n"], "": {}}';

/** The request that an endpoint gets. */
export function requestFor({ route, subroute, method }: ExpectedEndpoint): FlaskRequest {
  const path = subroute === null ? `/${route}` : `/${route}/${subroute}`;
  return { method, path, body: takesBody(method) ? SENT_BODY : null };
}

/** The exact answers of endpoints, each to its {@linkcode requestFor}. */
export async function expectedAnswers(
  endpoints: readonly ExpectedEndpoint[],
): Promise<readonly FlaskAnswer[]> {
  const asked = endpoints.map((endpoint) => ({
    mock: endpoint.mock,
    words: defaultWords(endpoint),
    sent: takesBody(endpoint.method) ? SENT_BODY : null,
  }));
  const bodies = await runPython("expected_bodies.py", asked) as readonly string[];
  return endpoints.map(({ method }, index) => ({
    status: method === "POST" ? 201 : 200,
    contentType: "application/json",
    body: bodies[index] ?? "",
  }));
}

function takesBody(method: ExpectedEndpoint["method"]): boolean {
  return method === "POST" || method === "PUT";
}

function defaultWords({ route, subroute, method }: ExpectedEndpoint): string {
  const what = subroute === null ? route : `${subroute} for ${route}`;
  switch (method) {
    case "GET":
      return `Your ${subroute ?? route} route is working!`;
    case "POST":
      return `Successfully created ${what} with data: `;
    case "PUT":
      return `Successfully updated ${what} with data: `;
    case "DELETE":
      return `Successfully deleted ${what}`;
  }
}
