import { servedSpec } from "../generators/served_spec.ts";
import { newestFlask } from "../tools/flask_pythons.ts";
import { latin1Bytes } from "../tools/raw_request.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { unicodeDifference } from "../tools/unicode_difference.ts";
import { arbitraryRequest, type WrittenRequest } from "./arbitrary_request.ts";
import { testLikeFlask } from "./like_flask.ts";

const SPECS = IS_FULL_TIER ? 500 : 5;
const REQUESTS_EACH = 20;

Deno.test("a mock answers random requests byte for byte as Flask does", async () => {
  // Default responses quote bodies as `repr` does, and Python's version of Unicode decides which
  // characters `repr` escapes. So the answers of two versions of Python differ for the newest
  // characters, and a mock's may differ as well.
  const isDifferent = await unicodeDifference(newestFlask);
  const specs = fc.sample(servedSpec, SPECS);
  const requests = specs.map(({ endpoints }) =>
    fc.sample(
      arbitraryRequest(endpoints).filter((each) => !isDifferent(bodyText(each))),
      REQUESTS_EACH,
    )
  );
  await testLikeFlask(specs.map(({ text }) => text), requests);
});

/** Returns the text of a body, without the escapes of JSON. */
function bodyText({ body }: WrittenRequest): string {
  const text = new TextDecoder().decode(latin1Bytes(body ?? ""));
  return text.replace(/(?:\\u[0-9a-f]{4})+/gi, (escapes) => JSON.parse(`"${escapes}"`));
}
