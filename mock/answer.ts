/** Responses of generated apps, byte for byte. */

/** A response. */
export interface Answer {
  readonly status: number;
  /** All headers except `Date`, `Server` and those of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /**
   * The reason why the request was refused, to print in the terminal; not set if the status says
   * enough.
   */
  readonly reason?: string;
}

const HTML = "text/html; charset=utf-8";

const EMPTY = new Uint8Array(0);

/** Returns the response of an endpoint whose status has no content. */
export function emptyAnswer(status: number): Answer {
  // A response with status 204 must not have a `Content-Length` (RFC 9110, section 8.6).
  const length = status === 204 ? {} : { "content-length": "0" };
  return { status, headers: { "content-type": HTML, ...length }, body: EMPTY };
}

/** Returns a response with JSON text. Adds a line break, as Flask does. */
export function jsonAnswer(status: number, text: string): Answer {
  return answer(status, "application/json", `${text}\n`);
}

/** Returns a response with the address of the item that its request created. */
export function locatedAnswer(response: Answer, location: string): Answer {
  return { ...response, headers: { ...response.headers, location } };
}

/** An error response of generated apps. */
export interface Failure {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** The errors of generated apps, in the words of Werkzeug and of the generated code. */
export const FAILURES = {
  notFound: {
    status: 404,
    title: "Not Found",
    detail: "The requested URL was not found on the server. If you entered the URL manually " +
      "please check your spelling and try again.",
  },
  notAllowed: {
    status: 405,
    title: "Method Not Allowed",
    detail: "The method is not allowed for the requested URL.",
  },
  tooLarge: {
    status: 413,
    title: "Request Entity Too Large",
    detail: "The data value transmitted exceeds the capacity limit.",
  },
  tooManyValues: {
    status: 413,
    title: "Request Entity Too Large",
    detail: "The request body has more than 100000 values.",
  },
  notJson: {
    status: 415,
    title: "Unsupported Media Type",
    detail: "The request body must be application/json.",
  },
  malformed: {
    status: 400,
    title: "Bad Request",
    detail: "The request body is not valid JSON.",
  },
  unfit: {
    status: 422,
    title: "Unprocessable Entity",
    detail: "The request body does not have the right shape.",
  },
  unfitParameters: {
    status: 422,
    title: "Unprocessable Entity",
    detail: "The request does not have the right parameters.",
  },
} as const satisfies Readonly<Record<string, Failure>>;

/** Returns an error as problem details (RFC 9457). */
export function failureAnswer(
  failure: Failure,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const problem = problemAnswer(failure, []);
  return { ...problem, headers: { ...problem.headers, ...headers } };
}

/** Returns the error response for a body that cannot be read. */
export function refusal(why: keyof typeof FAILURES): Answer {
  return { ...failureAnswer(FAILURES[why]), reason: FAILURES[why].detail };
}

/** Returns the error response for a body of the wrong shape: its problems by JSON pointer. */
export function unfitAnswer(problems: ReadonlyMap<string, string>): Answer {
  const errors = [...problems].map(([pointer, detail]) => jsonObject({ pointer, detail }));
  const [[pointer, detail] = ["", ""]] = problems;
  return listingAnswer(
    FAILURES.unfit,
    errors,
    `${pointer === "" ? "the body" : pointer} ${detail}`,
  );
}

/** A parameter of a request that does not fit. */
export interface UnfitParameter {
  readonly parameter: string;
  readonly in: "query" | "header";
  readonly detail: string;
}

/** Returns the error response for parameters that do not fit: their problems in order. */
export function unfitParametersAnswer(problems: readonly UnfitParameter[]): Answer {
  const errors = problems.map(({ parameter, in: place, detail }) =>
    jsonObject({ parameter, in: place, detail })
  );
  const [first] = problems;
  const what = first?.in === "header" ? "header" : "query parameter";
  return listingAnswer(
    FAILURES.unfitParameters,
    errors,
    `${what} ${first?.parameter} ${first?.detail}`,
  );
}

/**
 * Returns an error that lists problems.
 *
 * @param errors The problems, as JSON.
 * @param first The first problem, for the terminal.
 */
function listingAnswer(failure: Failure, errors: readonly string[], first: string): Answer {
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const problem = problemAnswer(failure, [`"errors": [${errors.join(", ")}]`]);
  return { ...problem, reason: `${first}${more}` };
}

function problemAnswer({ status, title, detail }: Failure, more: readonly string[]): Answer {
  const members = jsonMembers({ type: "about:blank", title, status, detail });
  return answer(status, "application/problem+json", `{${[...members, ...more].join(", ")}}`);
}

function jsonObject(members: Readonly<Record<string, string>>): string {
  return `{${jsonMembers(members).join(", ")}}`;
}

/** Returns members as Python writes them, with a space after the colon. */
function jsonMembers(members: Readonly<Record<string, string | number>>): readonly string[] {
  return Object.entries(members).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
}

/** Returns the response to `OPTIONS`. */
export function optionsAnswer(methods: Iterable<string>): Answer {
  const { status, headers, body } = emptyAnswer(200);
  return { status, headers: { ...headers, allow: allowHeader(methods) }, body };
}

/** Returns the response to a method that a path does not have. */
export function notAllowedAnswer(methods: Iterable<string>): Answer {
  return failureAnswer(FAILURES.notAllowed, { allow: allowHeader(methods) });
}

function allowHeader(methods: Iterable<string>): string {
  return [...methods].sort().join(", ");
}

/**
 * Returns Werkzeug's redirect (`werkzeug.utils.redirect`).
 *
 * @param location The address, encoded for a header.
 * @param shown The address, encoded for people.
 */
export function redirectAnswer(location: string, shown: string): Answer {
  const link = escapeHtml(shown);
  const redirect = answer(
    308,
    HTML,
    "<!doctype html>\n<html lang=en>\n<title>Redirecting...</title>\n<h1>Redirecting...</h1>\n" +
      "<p>You should be redirected automatically to the target URL: " +
      `<a href="${link}">${link}</a>. If not, click the link.\n`,
  );
  return { ...redirect, headers: { ...redirect.headers, location } };
}

/** Escapes text as `markupsafe.escape` does. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ESCAPES.get(character) ?? character);
}

const HTML_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&#34;"],
  ["'", "&#39;"],
]);

function answer(status: number, type: string, text: string): Answer {
  const body = new TextEncoder().encode(text);
  const headers = { "content-type": type, "content-length": String(body.length) };
  return { status, headers, body };
}
