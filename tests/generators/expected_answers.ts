/** Expected answers of a project's endpoints, from Python's own JSON. */

import { isDeepStrictEqual } from "node:util";
import { type Json, parseJson, stringifyJson } from "../../core/json.ts";
import { withoutMarks } from "../../spec/example_type.ts";
import {
  type AnswerMode,
  type FlaskAnswer,
  flaskAnswers,
  type FlaskRequest,
} from "../tools/flask_answers.ts";
import { debianFlask, type FlaskPython } from "../tools/flask_pythons.ts";
import { runPython } from "../tools/run_python.ts";
import { requestedPath } from "./arbitrary_path.ts";
import { shownHeaders } from "./arbitrary_headers.ts";
import { queryString } from "./arbitrary_query.ts";
import { isEmpty, takesBody } from "./arbitrary_spec.ts";
import { type ExpectedEndpoint, pathOf } from "./written_spec.ts";

/** A body with every value that Python's `str()` formats differently from JSON. */
const SENT_BODY = '{"it\'s": [null, true, 1.0, "\\u65e5\\"\\ud83d\\ude00\\n"], "": {}}';

/** An endpoint with a wrong answer. */
export interface WrongAnswer extends ExpectedEndpoint {
  readonly answer: FlaskAnswer | undefined;
  readonly expected: FlaskAnswer | undefined;
}

/** Requests every endpoint of projects and compares the answers byte for byte. */
export async function wrongAnswers(
  folders: readonly string[],
  endpoints: readonly (readonly ExpectedEndpoint[])[],
  mode: AnswerMode,
  by: FlaskPython = debianFlask,
): Promise<readonly WrongAnswer[]> {
  const projects = folders.map((folder, index) => ({
    folder,
    requests: endpoints[index]?.map(requestFor) ?? [],
  }));
  const answers = (await flaskAnswers(projects, mode, by)).flat();
  const expected = await expectedAnswers(endpoints.flat());
  return endpoints.flat().map((endpoint, index) => ({
    ...endpoint,
    answer: answers[index],
    expected: expected[index],
  })).filter((each) => !isDeepStrictEqual(each.answer, each.expected));
}

function requestFor(endpoint: ExpectedEndpoint): FlaskRequest {
  const { method } = endpoint;
  const path = requestedPath(pathOf(endpoint)) + queryString(endpoint.query);
  const headers = Object.fromEntries(shownHeaders(endpoint.headers));
  return { method, path, body: sentTo(endpoint), headers };
}

/**
 * Returns the body to send. For an endpoint with an example, that is the example with empty arrays,
 * because apps convert the items of an array to their common type before they print them.
 */
function sentTo({ method, body }: ExpectedEndpoint): string | null {
  if (!takesBody(method)) return null;
  return body === undefined ? SENT_BODY : stringifyJson(emptied(withoutMarks(parseJson(body))), 0);
}

function emptied(value: Json): Json {
  if (value.kind === "array") return { ...value, items: [] };
  if (value.kind !== "object") return value;
  const members = value.members.map((each) => ({ ...each, value: emptied(each.value) }));
  return { ...value, members };
}

async function expectedAnswers(
  endpoints: readonly ExpectedEndpoint[],
): Promise<readonly FlaskAnswer[]> {
  const asked = endpoints.map((endpoint) => ({
    mock: endpoint.mock,
    words: defaultWords(endpoint),
    sent: sentTo(endpoint),
  }));
  const bodies = await runPython("expected_bodies.py", asked) as readonly string[];
  return endpoints.map(({ method, status = method === "POST" ? 201 : 200 }, index) =>
    isEmpty(status)
      ? { status, contentType: "text/html; charset=utf-8", body: "" }
      : { status, contentType: "application/json", body: bodies[index] ?? "" }
  );
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
