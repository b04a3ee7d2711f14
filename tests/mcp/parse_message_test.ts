import { deepEqual, throws } from "node:assert/strict";
import { NumberText } from "../../core/number_text.ts";
import { parseArguments, parseMessage } from "../../mcp/parse_message.ts";

const NINE = new NumberText("9.0");

for (
  const { what, text, message } of [
    {
      what: "numbers in the arguments of a tool",
      text: '{"id":1.0,"method":"tools/call","params":{"name":"a","arguments":{"mock":[9.0,9]}}}',
      message: {
        id: 1,
        method: "tools/call",
        params: { name: "a", arguments: { mock: [NINE, 9] } },
      },
    },
    {
      what: "no other numbers",
      text: '{"id":1,"method":"tools/list","params":{"arguments":[9.0]}}',
      message: { id: 1, method: "tools/list", params: { arguments: [9] } },
    },
    { what: "no numbers of a message without parameters", text: "9.0", message: 9 },
  ]
) {
  Deno.test(`parseMessage() keeps the text of ${what}`, () => {
    deepEqual(parseMessage(text), message);
  });
}

Deno.test("parseMessage() does not keep numbers in arguments that are too deep for any tool", () => {
  const deep = "[".repeat(50_000) + "9.0" + "]".repeat(50_000);
  const text = `{"method":"tools/call","params":{"arguments":${deep}}}`;
  let value = Object(parseMessage(text)).params.arguments;
  while (Array.isArray(value)) value = value[0];
  deepEqual(value, 9);
});

Deno.test("parseArguments() keeps the text of numbers", () => {
  deepEqual(parseArguments('{"a":9.0}'), { a: NINE });
  deepEqual(parseArguments('{"a":9}'), { a: 9 });
  throws(() => parseArguments("{"), SyntaxError);
});
