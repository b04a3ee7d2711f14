/** Mocks and generated apps return the same locations of created items. */

import { IS_WITHOUT_PYDANTIC } from "../tools/flask_pythons.ts";
import type { WrittenRequest } from "./arbitrary_request.ts";
import { testLikeFlask } from "./like_flask.ts";

/** Specs whose responses have the path of the created item as `Location`. */
const CREATING = [
  '{"routes": {"cups": {"resource": {"id": 7, "name": "Cup"}}}}',
  `{"routes": {"cups": {
    "resource": {"sku": "123e4567-e89b-42d3-a456-426614174ABC"}, "id_field": "sku", "path": "/v1/c"
  }}}`,
  '{"routes": {"cups": {"resource": [{"id": "\\u00e4 b%2F?#;=@[+]\\n\\"", "x": []}, {"id": "b"}]}}}',
  `{"routes": {"cups": {"methods": {}, "subroutes": {
    "all": {"type": "POST", "mock": {"id": 12, "class": "x"}},
    "one": {"path": "/all/{class}", "type": "GET"}
  }}}}`,
];

function posted(target: string): WrittenRequest {
  const body = '{"name": "Cup", "x": []}';
  const request = { target, host: "localhost", contentType: "application/json", body };
  return { ...request, method: "POST", isChunked: false };
}

Deno.test({
  name: "a mock returns the same locations as Flask",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const requests = ["/cups", "/v1/c", "/cups/all", "/cups/7"].map(posted);
    await testLikeFlask(CREATING, CREATING.map(() => requests));
  },
});
