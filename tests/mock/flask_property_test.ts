import { deepEqual } from "node:assert/strict";
import { MAX_BODY_BYTES, type MockApp, mockApp } from "../../mock/mock_app.ts";
import { readTarget } from "../../mock/request_target.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { checkedSpec, withProjects } from "../generators/written_projects.ts";
import { type RawAnswer, rawAnswers } from "../tools/raw_answers.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryRequest, httpText, type WrittenRequest } from "./arbitrary_request.ts";

const SPECS = IS_FULL_TIER ? 500 : 25;
const REQUESTS_EACH = 20;

/** Headers about the server and the connection. */
const NOT_COMPARED = new Set(["date", "server", "connection"]);

Deno.test("mockApp() answers random requests byte for byte as Flask does", async () => {
  const specs = fc.sample(arbitrarySpec, SPECS);
  const requests = specs.map(({ endpoints }) =>
    fc.sample(arbitraryRequest(endpoints), REQUESTS_EACH)
  );
  const texts = specs.map(({ text }) => text);
  await withProjects(texts, async (folders) => {
    const { answers, isModern } = await rawAnswers(
      folders.map((folder, at) => ({ folder, requests: requests[at]?.map(httpText) ?? [] })),
    );
    for (const [at, text] of texts.entries()) {
      const app = mockApp(checkedSpec(text));
      for (const [index, request] of (requests[at] ?? []).entries()) {
        const expected = answers[at]?.[index];
        // Older versions of Werkzeug treat repeated slashes otherwise.
        if (!isModern && readTarget(request.target).path.includes("//")) continue;
        const answer = comparable(await mocked(app, request));
        deepEqual(answer, expected && comparable(expected), show(request, text));
      }
    }
  });
});

function show(request: WrittenRequest, spec: string): string {
  return `${JSON.stringify(request).slice(0, 500)}\n${spec.slice(0, 2_000)}`;
}

async function mocked(app: MockApp, request: WrittenRequest): Promise<RawAnswer> {
  const { body, claims, isChunked: _, ...rest } = request;
  const bytes = Uint8Array.from(body ?? "", (unit) => unit.charCodeAt(0));
  const answer = await app({
    ...rest,
    scheme: "http",
    body: () => Promise.resolve((claims ?? bytes.length) > MAX_BODY_BYTES ? null : bytes),
  });
  return {
    status: answer.status,
    headers: Object.entries(answer.headers),
    body: Array.from(answer.body, (byte) => String.fromCharCode(byte)).join(""),
  };
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
