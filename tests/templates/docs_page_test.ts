/** The docs pages of a mock and of the generated app show the same. */

import { deepEqual } from "node:assert/strict";
import { specToOpenApi } from "../../mod.ts";
import { docsData, type DocumentedEndpoint } from "../../mock/docs_data.ts";
import document from "../../templates/docs/document.js" with { type: "text" };
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

/** The functions of the script of an app's page. */
interface PageScript {
  documentedEndpoints(document: unknown): readonly DocumentedEndpoint[];
  parsed(text: string): unknown;
}

const { documentedEndpoints, parsed } = new Function(
  "fetch",
  "base",
  "say",
  `${document}\nreturn { documentedEndpoints, parsed };`,
)(() => Promise.reject(), "", () => {}) as PageScript;

/** The parts in which the pages may not differ. */
function comparable(endpoints: readonly DocumentedEndpoint[]) {
  return endpoints.map(({ method, path, parameters, accepts, errors }) => ({
    endpoint: `${method} ${path}`,
    parameters: parameters.filter(({ name }) => name !== "Prefer"),
    accepts,
    errors: errors.map(({ status, body }) => [String(status), body]).toSorted(),
  })).toSorted((one, other) => one.endpoint < other.endpoint ? -1 : 1);
}

async function pagesOf(spec: string) {
  const { data } = await specToOpenApi(spec, { title: "shop" });
  const ofMock = docsData({ spec: checkedSpec(spec), version: 0, name: "", isLive: false });
  return [
    comparable(documentedEndpoints(parsed(data?.document ?? ""))),
    comparable(ofMock.endpoints),
  ] as const;
}

const SPEC = `{ "routes": { "products": {
  "methods": {
    "GET": {
      "query": {
        "q?": "tea",
        "state": { "$enum": ["open", "sold out"] },
        "price?": { "$example": 1.5, "$minimum": 0, "$maximum": 9.5 },
        "tags?": { "$default": ["new", "old"] },
        "since?": { "$example": "2026-11-29", "$format": "date" },
        "sold?": true
      },
      "headers": { "X-Tenant": "acme", "X-Trace?": ["a"] },
      "list": { "filter": ["name"], "sort": ["name", "price"] },
      "mock": [{ "name": "Cup", "price": 4.5 }],
      "errors": { "404": "No such shop", "409": { "mock": { "code": "sold_out" } } }
    },
    "POST": { "body": {
      "name": { "$example": "Cup", "$maxLength": 20 },
      "price?": { "$default": 1.5, "$minimum": 0 },
      "parts": [{ "a b": 1, "...": null }],
      "any?": null
    } },
    "PUT": {}
  },
  "subroutes": { "item": { "path": "/{id:uuid}/{n:int}", "type": "DELETE", "status": 204 } }
} } }`;

Deno.test("the docs pages of a mock and of the app show the same parameters, bodies and errors", async () => {
  const [app, mock] = await pagesOf(SPEC);
  deepEqual(app, mock);
});

type Comparable = ReturnType<typeof comparable>[number];

/** Returns an endpoint without JSON beyond ASCII, which a mock's page escapes. */
function inAscii({ parameters, accepts, errors, ...endpoint }: Comparable) {
  return {
    ...endpoint,
    parameters: parameters.map((each) => ({ ...each, facts: asciiWords(each.facts) })),
    accepts: asciiWords(accepts),
    errors: errors.map(([status]) => status),
  };
}

function asciiWords(words: string): string {
  return /^[ !-Z^-~]*$/.test(words) ? words : "";
}

const SPECS = IS_FULL_TIER ? 500 : 30;

Deno.test(`the docs pages show the same of ${SPECS} random specs`, async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const spec = JSON.stringify(parsed(text));
      // In JavaScript, such keys come first.
      fc.pre(!/"\d{1,2}\?*"/.test(spec));
      const [app, mock] = await pagesOf(spec);
      deepEqual(app.map(inAscii), mock.map(inAscii));
    }),
    { numRuns: SPECS, endOnFailure: true },
  );
});
