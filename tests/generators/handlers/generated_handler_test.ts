/** The handlers of generated modules, whatever the length of their lines. */

import { deepEqual, ok } from "node:assert/strict";
import { apiFiles } from "../../../generators/code/api_code.ts";
import { isGeneratedHandler } from "../../../generators/handlers/generated_handler.ts";
import { readPython } from "../../../python/python_module.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { arbitrarySpec } from "../arbitrary_spec.ts";
import { checkedSpec } from "../written_projects.ts";

/** Returns the handlers of a module, each with whether it has the generated form. */
function handlersIn(code: string): readonly (readonly [string, boolean])[] {
  const module = readPython(code);
  return module.definitions.filter(({ name }) => name !== "service")
    .map((each) => [each.name, isGeneratedHandler(module, each)]);
}

Deno.test("isGeneratedHandler() recognizes every handler of a generated module", () => {
  fc.assert(
    fc.property(arbitrarySpec, ({ text }) => {
      const files = [...apiFiles({ name: "demo", spec: checkedSpec(text) })];
      const routes = files.filter(([path]) => /^api\/routes\/.*_route\.py$/.test(path));
      const handlers = routes.flatMap(([, code]) => handlersIn(code));
      ok(handlers.length > 0);
      deepEqual(handlers.filter(([, isGenerated]) => !isGenerated), []);
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 30 },
  );
});

const HANDLER = `@carts_bp.put("/<int:cart_id>")
def update(cart_id: int) -> ResponseReturnValue:
    sent = request_parameters(CartsParameters)
    return (
        jsonify(
            service().update(
                cart_id,
                json_body(CartsBody),
                limit=sent.limit,
            )
        ),
        202,
    )
`;

for (
  const [what, change, isGenerated] of [
    ["as generated", (text: string) => text, true],
    ["with CRLF", (text: string) => text.replaceAll("\n", "\r\n"), true],
    ["with tabs", (text: string) => text.replaceAll("    ", "\t"), true],
    [
      "formatted otherwise",
      (text: string) => text.replace(/\(\n\s+jsonify\(\n\s+/, "(jsonify("),
      true,
    ],
    [
      "with the modules of helpers",
      (text: string) => text.replace("json_", "api.helpers.json_"),
      true,
    ],
    ["with another status", (text: string) => text.replace("202", "302"), false],
    ["with a comment", (text: string) => text.replace("return (", "return (  # later"), false],
    [
      "with a docstring",
      (text: string) => text.replace("    sent", '    """Docs."""\n    sent'),
      false,
    ],
    ["with a guard", (text: string) => text.replace("def", "@guard\ndef"), false],
    [
      "with another argument",
      (text: string) => text.replace("sent.limit", "sent.limit + 1"),
      false,
    ],
    ["without an annotation", (text: string) => text.replace(" -> ResponseReturnValue", ""), false],
    ["async", (text: string) => text.replace("def", "async def"), false],
  ] as const
) {
  Deno.test(`isGeneratedHandler() takes a handler ${what} for ${isGenerated ? "generated" : "edited"}`, () => {
    const code = change(HANDLER);
    ok(what === "as generated" || code !== HANDLER);
    deepEqual(handlersIn(code), [["update", isGenerated]]);
  });
}
