/** Mocks and generated apps accept the same texts of each format, wherever a request has them. */

import { FORMAT_EXAMPLES, TEXT_FORMATS, type TextFormat } from "../../spec/text_format.ts";
import { FORMAT_CASES } from "../spec/text_format_cases.ts";
import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { python313 } from "../tools/python313.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { latin1, type WrittenRequest } from "./arbitrary_request.ts";
import { testLikeFlask } from "./like_flask.ts";

/** An endpoint whose query, header and body have texts of a format. */
function routeText(format: TextFormat): string {
  const text = JSON.stringify({ $example: FORMAT_EXAMPLES[format], $format: format });
  const short = JSON.stringify({
    ...JSON.parse(text),
    $maxLength: FORMAT_EXAMPLES[format].length,
  });
  const body = `{"one": ${short}, "several?": [${text}]}`;
  return `"${format.replace("-", "_")}": {"type": "POST", ` +
    `"query": {"one?": ${text}, "several?": [${short}]}, ` +
    `"headers": {"X-One?": ${text}}, "body": ${body}}`;
}

/** Requests with a text in each place. */
function requests(format: TextFormat, text: string): readonly WrittenRequest[] {
  const good = FORMAT_EXAMPLES[format];
  const sent = encodeURIComponent(text.toWellFormed());
  // HTTP allows neither control characters in headers nor bytes that are not ASCII.
  const isHeader = /^[ -~]*$/.test(text);
  const plain = { query: "", headers: [], body: JSON.stringify({ one: good }) };
  const all: readonly typeof plain[] = [
    { ...plain, query: `?one=${sent}&several=${encodeURIComponent(good)}&several=${sent}` },
    { ...plain, body: JSON.stringify({ one: text, several: [good, text] }) },
  ];
  const headed = { ...plain, headers: [["X-One", text] as const] };
  return [...all, ...(isHeader ? [headed] : [])].map(({ query, headers, body }) => ({
    method: "POST",
    target: `/${format.replace("-", "_")}${query}`,
    host: "localhost",
    contentType: "application/json",
    headers,
    body: latin1(body),
    isChunked: false,
  }));
}

Deno.test({
  name: "a mock accepts exactly the texts that a generated app accepts as those of a format",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const sent = TEXT_FORMATS.flatMap((format) => {
      const { fit, unfit } = FORMAT_CASES[format];
      return [...fit, ...unfit, "\ud800", "2026-11-29\u2028", "2026-11-29\0"]
        .flatMap((text) => requests(format, text));
    });
    const text = `{"routes": {${TEXT_FORMATS.map(routeText).join(", ")}}}`;
    const pythons = IS_FULL_TIER ? [newestFlask, debianFlask, await python313()] : [newestFlask];
    for (const by of pythons) await testLikeFlask([text], [sent], by);
  },
});
