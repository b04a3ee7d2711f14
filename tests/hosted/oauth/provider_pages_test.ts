/** The pages that the server renders for the library. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
// @ts-types="@types/oidc-provider"
import type { KoaContextWithOIDC } from "oidc-provider";
import { devicePages, renderProblem } from "../../../hosted/oauth/provider_pages.tsx";

/** The parts of an answer that a page sets. */
interface Answer {
  status: number;
  type: string;
  body: string;
  headers: Record<string, string>;
}

/** Renders a page into an answer that starts as JSON. */
function rendered(render: (ctx: KoaContextWithOIDC) => void, code?: string): Answer {
  const ctx = {
    status: 200,
    type: "application/json",
    body: "",
    headers: {},
    query: { code },
    oidc: { session: { state: { secret: "a-token" } } },
    set(headers: Record<string, string>) {
      this.headers = headers;
    },
  };
  render(ctx as unknown as KoaContextWithOIDC);
  return ctx;
}

function problemOf(name: string): Error {
  return Object.assign(new Error("Not for people"), { name });
}

const UNKNOWN = "This code is unknown, was already used, or has expired.";

for (
  const [name, status, words] of [
    ["NoCodeError", 422, "Enter the code."],
    ["AbortedError", 200, "You refused. Nothing was connected."],
    ["NotFoundError", 422, UNKNOWN],
    ["ExpiredError", 422, UNKNOWN],
    ["AlreadyUsedError", 422, UNKNOWN],
    ["Error", 200, UNKNOWN],
  ] as const
) {
  Deno.test(`the page for device codes describes ${name} in plain words`, () => {
    const answer = rendered((ctx) =>
      devicePages.userCodeInputSource(ctx, "", undefined, problemOf(name))
    );
    equal(answer.status, status);
    match(answer.body, new RegExp(words.replaceAll(".", "\\.")));
    doesNotMatch(answer.body, /Not for people/);
  });
}

Deno.test("the page for device codes shows the code from its URL and the library's token", () => {
  const { status, body } = rendered((ctx) => devicePages.userCodeInputSource(ctx, ""), "AB<CD");
  equal(status, 200);
  match(body, /value="AB&lt;CD"/);
  match(body, /value="a-token"/);
  doesNotMatch(body, /role="alert"/);
});

Deno.test("pages are HTML that cannot be cached or framed", () => {
  const answers = [
    rendered((ctx) => devicePages.userCodeInputSource(ctx, "")),
    rendered((ctx) => devicePages.successSource(ctx)),
    rendered((ctx) => renderProblem(ctx, { error: "invalid_request" })),
  ];
  for (const { type, body, headers } of answers) {
    equal(type, "html");
    match(body, /^<!DOCTYPE html><html/);
    equal(headers["Cache-Control"], "no-store");
    match(headers["Content-Security-Policy"] ?? "", /frame-ancestors 'none'/);
  }
});

Deno.test("renderProblem() prefers an error's description to its code", () => {
  const words = [
    { error: "invalid_request", error_description: "no client_id" },
    { error: "access_denied" },
  ].map((problem) => rendered((ctx) => renderProblem(ctx, problem)).body)
    .map((body) => /no client_id|access_denied/.exec(body)?.[0]);
  deepEqual(words, ["no client_id", "access_denied"]);
});
