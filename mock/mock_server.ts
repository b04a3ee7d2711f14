/** Serves the mocks of a spec, with limits. The spec can be replaced at any moment. */

import type { ApiSpec } from "../spec/api_spec.ts";
import { type Answer, failureAnswer } from "./answer.ts";
import { isLocalOrigin, isPreflight, preflightAnswer, withCors } from "./cors.ts";
import { docsAnswer, documentedSpec } from "./docs_page.ts";
import { isLocalHost } from "./local_host.ts";
import { type MockApp, mockApp } from "./mock_app.ts";
import type { MockRequest } from "./mock_request.ts";
import type { MockState } from "./mock_state.ts";
import { mockRequest, webResponse } from "./web_request.ts";

/** Maximum number of requests in flight. */
export const MAX_IN_FLIGHT = 256;

/** Timeout for receiving a body, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000;

/** The options of a server. */
export interface MockServerOptions {
  /** The spec's path, for the docs page. */
  readonly name: string;
  /** The title of the OpenAPI document. */
  readonly title: string;
  /** Whether pages of any origin may use the API. */
  readonly cors: boolean;
  /**
   * Whether to refuse requests unless {@linkcode isLocalHost} accepts their host. Then pages may use
   * the API if {@linkcode isLocalOrigin} accepts their origin.
   */
  readonly isLocal: boolean;
  /** The items that requests changed. If not set, every response is a mock. */
  readonly state?: MockState;
  /** Milliseconds to wait before each response. */
  readonly delayMs: number;
  wait(ms: number): Promise<void>;
  /** Returns milliseconds since a fixed time. */
  now(): number;
  /** Called for each response, except for those of the docs page. */
  onAnswer(answered: AnsweredRequest): void;
}

/** A request and the status of its response. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path, with its query. */
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  /** The reason for a refusal by the server or by the browser; `null` if the status says enough. */
  readonly reason: string | null;
}

/** A server for the mocks of a spec. */
export interface MockServer {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves another spec. Requests in flight finish with the previous spec. */
  replace(spec: ApiSpec): void;
}

/** Creates a server. */
export function createMockServer(spec: ApiSpec, options: MockServerOptions): MockServer {
  const { name, title, state = null } = options;
  let app = mockApp(spec, state);
  const documentedAs = (spec: ApiSpec, version: number) =>
    documentedSpec({ spec, name, title, version, isLive: true });
  let documented = documentedAs(spec, 0);
  let inFlight = 0;
  return {
    replace(other) {
      app = mockApp(other, state);
      documented = documentedAs(other, documented.version + 1);
    },
    fetch: async (request) => {
      const start = options.now();
      const asked = mockRequest(request);
      const answered = (answer: Answer, why: string | null) => {
        const { method, target } = asked;
        const { status, reason = why } = answer;
        options.onAnswer({ method, target, status, ms: options.now() - start, reason });
        return webResponse(answer);
      };
      if (options.isLocal && !isLocalHost(asked.host)) {
        return answered(STRANGE_HOST, `host ${asked.host} needs --cors`);
      }
      const serving = app;
      const page = await docsAnswer(asked, request.headers.get("accept"), documented);
      if (page !== null) return webResponse(withReaders(page, readersOf(request, options)));
      inFlight++;
      try {
        const answer = inFlight > MAX_IN_FLIGHT
          ? BUSY
          : await answerOf(serving, request, asked, options);
        return answered(answer, unreadReason(request, asked, options));
      } finally {
        inFlight--;
      }
    },
  };
}

const STRANGE_HOST: Answer = failureAnswer({
  status: 403,
  title: "Forbidden",
  detail:
    "The mock server answers only requests to localhost, so that other web pages cannot use it. " +
    "Start it with --cors to allow pages of any origin.",
});

const BUSY: Answer = failureAnswer({
  status: 503,
  title: "Service Unavailable",
  detail: `The mock server answers at most ${MAX_IN_FLIGHT} requests at once.`,
}, { "retry-after": "1" });

async function answerOf(
  app: MockApp,
  request: Request,
  asked: MockRequest,
  options: MockServerOptions,
): Promise<Answer> {
  const readers = readersOf(request, options);
  if (readers !== null && isPreflight(request)) return preflightAnswer(request, readers);
  const answer = await answerInTime(app, asked);
  if (options.delayMs > 0) await options.wait(options.delayMs);
  return withReaders(answer, readers);
}

/** Returns the origin whose pages may read the response to a request; `*` for any, `null` for none. */
function readersOf({ headers }: Request, { cors, isLocal }: MockServerOptions): string | null {
  if (cors) return "*";
  const origin = headers.get("origin");
  return isLocal && origin !== null && isLocalOrigin(origin) ? origin : null;
}

function withReaders(answer: Answer, readers: string | null): Answer {
  return readers === null ? answer : withCors(answer, readers);
}

/** Returns the reason why the page that sent a request cannot read the response; `null` if it can. */
function unreadReason(
  request: Request,
  { scheme, host }: MockRequest,
  options: MockServerOptions,
): string | null {
  const origin = request.headers.get("origin");
  const isOwn = origin === null || origin === `${scheme}://${host}`;
  return isOwn || readersOf(request, options) !== null ? null : `origin ${origin} needs --cors`;
}

/** Answers a request, unless its body arrives too slowly or its client disconnects. */
async function answerInTime(app: MockApp, asked: MockRequest): Promise<Answer> {
  const late = Promise.withResolvers<Answer>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const body = () => {
    timer = setTimeout(() => late.resolve(SLOW), BODY_TIMEOUT_MS);
    return asked.body().catch(() => BROKEN);
  };
  try {
    return await Promise.race([app({ ...asked, body }), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Stands for the body of a client that disconnected. No one reads the response. */
const BROKEN = new Uint8Array(0);

const SLOW: Answer = failureAnswer({
  status: 408,
  title: "Request Timeout",
  detail: `The request body took longer than ${BODY_TIMEOUT_MS / 1000} seconds.`,
});
