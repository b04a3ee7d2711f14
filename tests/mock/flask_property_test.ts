import { servedSpec } from "../generators/served_spec.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryRequest } from "./arbitrary_request.ts";
import { testLikeFlask } from "./like_flask.ts";

const SPECS = IS_FULL_TIER ? 500 : 25;
const REQUESTS_EACH = 20;

Deno.test("a mock answers random requests byte for byte as Flask does", async () => {
  const specs = fc.sample(servedSpec, SPECS);
  const requests = specs.map(({ endpoints }) =>
    fc.sample(arbitraryRequest(endpoints), REQUESTS_EACH)
  );
  await testLikeFlask(specs.map(({ text }) => text), requests);
});
