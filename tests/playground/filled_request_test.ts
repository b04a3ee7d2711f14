import { deepEqual, equal } from "node:assert/strict";
import type { DocumentedParameter } from "../../mock/documented_parameters.ts";
import { sentQuery } from "../../mock/request_parameters.ts";
import { endpointAnswers } from "../../playground/endpoint_answer.ts";
import { filledRequest, firstText } from "../../playground/filled_request.ts";
import { sendingTo } from "../../playground/send.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

function parameter(
  name: string,
  several: DocumentedParameter["several"],
  place: DocumentedParameter["in"] = "query",
): DocumentedParameter {
  return { name, in: place, isRequired: false, facts: "", values: [], several, example: "" };
}

const Q = parameter("q", null);
const TAGS = parameter("tags", "repeated");
const SORT = parameter("sort", "joined");
const TRACE = parameter("X-Trace", "joined", "header");

const CASES: readonly (readonly [
  path: string,
  texts: readonly (readonly [DocumentedParameter, string])[],
  sent: readonly [path: string, headers: readonly (readonly [string, string])[]],
])[] = [
  ["/carts", [[Q, ""], [TAGS, "\n"], [SORT, ""], [TRACE, "\n\n"]], ["/carts", []]],
  ["/carts", [[Q, "a&b=c+d%"]], ["/carts?q=a%26b%3Dc%2Bd%25", []]],
  ["/carts?page=2", [[Q, "x"]], ["/carts?page=2&q=x", []]],
  ["/carts", [[TAGS, "a,b\n\nc"]], ["/carts?tags=a%2Cb&tags=c", []]],
  ["/carts", [[SORT, "name\n-price"]], ["/carts?sort=name%2C-price", []]],
  ["/carts", [[TRACE, "a\nb"], [Q, "x"]], ["/carts?q=x", [["X-Trace", "a,b"]]]],
];

Deno.test("filledRequest() sends the fields with text: repeated for lists, or joined", () => {
  for (const [path, texts, [sent, headers]] of CASES) {
    const parameters = texts.map(([parameter, text]) => ({ parameter, text }));
    deepEqual(filledRequest("GET", { path, parameters, body: null }), {
      method: "GET",
      path: sent,
      headers,
      body: null,
    });
  }
});

/** A text that people can type into a field of one line. */
const typedLine = fc.string({ minLength: 1, unit: "binary" }).map((text) =>
  text.toWellFormed().replaceAll(/[\r\n]/g, "-")
);

Deno.test("filledRequest() sends exactly the typed texts", () => {
  fc.assert(
    fc.property(typedLine, fc.array(typedLine, { minLength: 1 }), (q, tags) => {
      const { path } = filledRequest("GET", {
        path: "/carts",
        parameters: [{ parameter: Q, text: q }, { parameter: TAGS, text: tags.join("\n") }],
        body: null,
      });
      const sent = sentQuery(path);
      deepEqual([sent({ name: "q" }), sent({ name: "tags" })], [[q], tags]);
    }),
  );
});

const SPECS = IS_FULL_TIER ? 1000 : 100;

Deno.test(`the first texts of the fields of ${SPECS} random specs are a request that fits`, async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const spec = checkedSpec(text);
      const send = sendingTo(spec);
      for (const { method, url, status, parameters, sends } of endpointAnswers(spec)) {
        // An empty field, or an empty line, sends nothing.
        if (parameters.some((each) => each.isRequired && /^$/m.test(each.example))) continue;
        const request = filledRequest(method, {
          path: url,
          parameters: parameters.map((parameter) => ({ parameter, text: firstText(parameter) })),
          body: sends,
        });
        const sent = await send(request);
        equal(
          sent.kind === "response" ? sent.status : sent.reason,
          status,
          `${method} ${request.path}`,
        );
      }
    }),
    { numRuns: SPECS, endOnFailure: true },
  );
});
