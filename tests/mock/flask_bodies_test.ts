/** Mocks and generated apps accept the same bodies. */

import { parseJson, stringifyJson } from "../../core/json.ts";
import { withoutMarks } from "../../spec/example_type.ts";
import { IS_WITHOUT_PYDANTIC } from "../tools/flask_pythons.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { latin1, type WrittenRequest } from "./arbitrary_request.ts";
import { testLikeFlask } from "./like_flask.ts";

const EXAMPLES = IS_FULL_TIER ? 400 : 10;
const BODIES_EACH = 20;

const SCALARS = ["7", "-0", "24.5", "1e3", '"text"', "true", "null", "[]", "{}"];

const KEYS = ["id", "name", "price?", "class", "sure???", "a~/b", "model_config?", "\u00e9", "0"];

/** Examples of bodies, as JSON. */
const { example } = fc.letrec<{ example: string }>((tie) => ({
  example: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    { weight: 2, arbitrary: fc.constantFrom(...SCALARS) },
    { weight: 3, arbitrary: objects(tie("example")) },
    { weight: 1, arbitrary: fc.array(tie("example"), { maxLength: 3 }).map((each) => `[${each}]`) },
  ),
}));

function objects(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const keys = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 4 });
  const four = fc.array(values, { minLength: 4, maxLength: 4 });
  return fc.tuple(keys, four, fc.boolean()).map(([keys, values, isOpen]) => {
    const members = keys.map((key, at) => `${JSON.stringify(key)}: ${values[at]}`);
    return `{${(isOpen ? [...members, '"...": null'] : members).join(", ")}}`;
  });
}

/** Values that replace parts of fitting bodies. */
const OTHERS = [
  ...SCALARS,
  "1.0",
  `1${"0".repeat(400)}`,
  "123456789012345678901",
  '"\\ud800"',
  '{"a~/b": null, "\\ud800": 1}',
  '[1, "1", null]',
];

/** Returns a body that fits an example, or that differs from it in a few places. */
function bodies(written: string): fc.Arbitrary<string> {
  const fitting = stringifyJson(withoutMarks(parseJson(written)), 0);
  const parts = fitting.match(/"(?:[^"\\]|\\.)*"|[\w.+-]+|[^]/g) ?? [];
  const change = fc.tuple(fc.nat(parts.length - 1), fc.constantFrom(...OTHERS, ...KEY_CHANGES));
  return fc.array(change, { maxLength: 2 }).map((changes) => {
    const changed = [...parts];
    for (const [at, other] of changes) changed[at] = other;
    return changed.join("");
  });
}

/** Texts that replace a key, and so add, rename or repeat members. */
const KEY_CHANGES = [
  '"extra"',
  '"extra": 1, "id"',
  '"name": 2, "name"',
  '"class_": [1.0], "model_extra": {}, "id"',
  '"__class__": "\\ud800", "copy": -0, "id"',
  '"\\ud800": 1, "id"',
];

Deno.test({
  name: "a mock accepts exactly the bodies that pydantic accepts, and names the same problems",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const examples = fc.sample(example, EXAMPLES).filter((each) => each !== "null");
    const routes = examples.map((body, at) => `"r${at}": {"type": "POST", "body": ${body}}`);
    const requests = examples.flatMap((written, at) =>
      fc.sample(bodies(written), BODIES_EACH).map((body) => posted(`/r${at}`, latin1(body)))
    );
    await testLikeFlask([`{"routes": {${routes.join(", ")}}}`], [
      [...requests, posted("/r0", null), { ...posted("/r0", "x"), contentType: "text/plain" }],
    ]);
  },
});

/** Numbers of items around those with 1,000 problems. */
const COUNTS = IS_FULL_TIER
  ? [199, 200, 249, 250, 332, 333, 334, 499, 500, 501, 999, 1_000, 1_001, 2_100]
  : [200, 333, 334, 1_000, 1_001];

Deno.test({
  name: "a mock and pydantic stop at the same number of problems",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const examples = [
      '{"list": [{"a": 1, "b": {"c": "x"}}]}',
      // The types of the second body are unions. Pydantic reports an error in a union once for each
      // of its types.
      '{"list": [[{"a": 1}], "x", 1, {"b": [true, "y"]}]}',
    ];
    const items = ["{}", "null", "[{}]", '{"b": [null, 1]}', '{"a": "", "b": {}, "c": 0}'];
    const bodies = items.flatMap((item) =>
      COUNTS.map((count) => `{"list": [${Array(count).fill(item).join(",")}]}`)
    );
    const routes = examples.map((body, at) => `"r${at}": {"type": "POST", "body": ${body}}`);
    const requests = examples.flatMap((_, at) => bodies.map((body) => posted(`/r${at}`, body)));
    await testLikeFlask([`{"routes": {${routes.join(", ")}}}`], [requests]);
  },
});

Deno.test({
  name: "a mock and an app refuse ids and bodies that would cost much more than their size",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const paths = '"item": {"path": "/{id:int}", "type": "GET", "mock": {"id": 1}}';
    const body = '{"list": ["x"], "more": [{"a": 1}]}';
    const spec = `{"routes": {"r": {"type": "POST", "body": ${body}, "subroutes": {${paths}}}}}`;
    const ids = [1, 4_300, 4_301, 8_000].map((digits) => ({
      ...posted(`/r/${"9".repeat(digits)}`, null),
      method: "GET",
    }));
    // Besides the items, there are three values: the body and both lists.
    const bodies = [
      `{"list": [${Array(99_997).fill('"x"')}], "more": []}`,
      `{"list": [${Array(99_998).fill('"x"')}], "more": []}`,
      `{"list": [], "more": [${Array(99_997).fill("{}")}]}`,
    ];
    await testLikeFlask([spec], [[...ids, ...bodies.map((each) => posted("/r", each))]]);
  },
});

function posted(target: string, body: string | null): WrittenRequest {
  const host = "localhost";
  return { method: "POST", target, host, contentType: "application/json", body, isChunked: false };
}
