/** Sends the same requests to mocks and generated apps. */

import { deepEqual, ok } from "node:assert/strict";
import { type MockApp, mockApp } from "../../mock/mock_app.ts";
import { MAX_BODY_BYTES } from "../../mock/mock_request.ts";
import { createMockServer } from "../../mock/mock_server.ts";
import { readTarget } from "../../mock/request_target.ts";
import type { ApiSpec } from "../../spec/api_spec.ts";
import { checkedSpec, withProjects } from "../generators/written_projects.ts";
import { type FlaskPython, newestFlask } from "../tools/flask_pythons.ts";
import { type RawAnswer, rawAnswers } from "../tools/raw_answers.ts";
import { latin1Bytes, latin1Text, rawRequest } from "../tools/raw_request.ts";
import { httpText, type WrittenRequest } from "./arbitrary_request.ts";

/** Headers about the server and the connection, and the one with the arguments of services. */
const NOT_COMPARED = new Set(["date", "server", "connection", "x-arguments"]);

/** A request, and the response of the generated app. */
export interface Expected {
  readonly request: WrittenRequest;
  readonly answer: RawAnswer;
}

/**
 * Tests that mocks answer requests byte for byte as the generated apps do, as functions and as servers.
 *
 * @param by The Python that serves the apps.
 * @returns The requests to each app, without those that old versions of Flask answer otherwise.
 */
export async function testLikeFlask(
  specs: readonly string[],
  requests: readonly (readonly WrittenRequest[])[],
  by: FlaskPython = newestFlask,
): Promise<readonly (readonly Expected[])[]> {
  const expected = await flaskAnswers(specs, requests, by);
  for (const [at, text] of specs.entries()) {
    const spec = checkedSpec(text);
    await testApp(mockApp(spec), expected[at] ?? []);
    await testServer(spec, expected[at] ?? []);
  }
  return expected;
}

async function flaskAnswers(
  texts: readonly string[],
  requests: readonly (readonly WrittenRequest[])[],
  by: FlaskPython,
): Promise<readonly (readonly Expected[])[]> {
  return await withProjects(texts, async (folders) => {
    const answers = await rawAnswers(
      folders.map((folder, at) => ({ folder, requests: requests[at]?.map(httpText) ?? [] })),
      by,
    );
    return answers.map((ofProject, at) =>
      ofProject.flatMap((answer, index) => {
        const request = requests[at]?.[index];
        return request === undefined || !(by.isModern || isSame(request))
          ? []
          : [{ request, answer }];
      })
    );
  });
}

/**
 * Reports whether all versions of Werkzeug give the same response. Older ones treat repeated slashes
 * differently, and accept underscores in the names of headers.
 */
function isSame({ target, headers = [] }: WrittenRequest): boolean {
  return !readTarget(target).path.includes("//") && headers.every(([name]) => !name.includes("_"));
}

async function testApp(app: MockApp, expected: readonly Expected[]): Promise<void> {
  for (const { request, answer } of expected) {
    const { body, claims, isChunked: _, headers: sent = [], ...rest } = request;
    const bytes = latin1Bytes(body ?? "");
    const isTooLong = (claims ?? bytes.length) > MAX_BODY_BYTES;
    const found = await app({
      ...rest,
      scheme: "http",
      header: (name) => joined(sent, name),
      body: () => Promise.resolve(isTooLong ? null : bytes),
    });
    const { status, headers } = found;
    const mocked = { status, headers: Object.entries(headers), body: latin1Text(found.body) };
    deepEqual(comparable(mocked), comparable(answer), show(request));
  }
}

/** Joins the values of a header as Werkzeug does. */
function joined(headers: NonNullable<WrittenRequest["headers"]>, name: string): string | null {
  const values = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? null : values.map(([, value]) => value).join(",");
}

async function testServer(spec: ApiSpec, expected: readonly Expected[]): Promise<void> {
  const { fetch } = createMockServer(spec, {
    name: "spec.json",
    title: "shop",
    cors: false,
    isLocal: false,
    delayMs: 0,
    wait: () => Promise.reject(new Error("There is no delay")),
    now: () => 0,
    onAnswer: () => {},
  });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, fetch);
  const possible = expected.filter((each) => isAccepted(each.request) && isWhole(each));
  ok(possible.length > 0, "the server was asked");
  await Promise.all(possible.map(async ({ request, answer }) => {
    const text = httpText(request).replace("\r\n", "\r\nConnection: close\r\n");
    const found = await rawRequest(server.addr.port, text);
    deepEqual(comparable(found), comparable(sentByDeno(answer)), show(request));
  }));
}

/** Deno's server leaves out the length of a response with the status 205, which has no content. */
function sentByDeno(answer: RawAnswer): RawAnswer {
  const isLength = (name: string) => name.toLowerCase() === "content-length";
  if (answer.status !== 205) return answer;
  return { ...answer, headers: answer.headers.filter(([name]) => !isLength(name)) };
}

/**
 * Reports whether Deno's server accepts the target and the headers, or refuses them as malformed
 * (RFC 9112, section 3.2; RFC 9110, section 5.5). Servers read bytes in targets that are not ASCII
 * in different ways.
 */
function isAccepted({ target, headers = [] }: WrittenRequest): boolean {
  return headers.every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value)) &&
    /^(?:\/|http:\/\/)[!#-;=?-[\]_a-z~]*$/.test(target);
}

/**
 * Reports whether the client sends the whole body. If not, Deno's server answers, but keeps the
 * connection open.
 */
function isWhole({ request }: Expected): boolean {
  return request.claims === undefined;
}

function show(request: WrittenRequest): string {
  return JSON.stringify(request).slice(0, 1_000);
}

/** Sorts the headers, and the methods in `Allow`, because their order means nothing. */
function comparable({ status, headers, body }: RawAnswer): RawAnswer {
  const kept = headers.map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !NOT_COMPARED.has(name))
    .map(([name, value]) => [name, name === "allow" ? sorted(value) : value] as const)
    .sort(([one], [other]) => one < other ? -1 : 1);
  return { status, headers: kept, body };
}

function sorted(methods: string): string {
  return methods.split(", ").sort().join(", ");
}
