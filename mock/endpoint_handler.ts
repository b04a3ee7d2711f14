/** Answers the requests of an endpoint with its mock, or with its default response. */

import type { Json } from "../core/json.ts";
import { pythonJson, pythonStr } from "../python/repr.ts";
import { hasContent, takesBody } from "../spec/api_spec.ts";
import { bodyType } from "../spec/body_type.ts";
import { defaultWords } from "../spec/default_answer.ts";
import { type Answer, emptyAnswer, jsonAnswer, locatedAnswer } from "./answer.ts";
import type { ListedEndpoint } from "./listed_endpoint.ts";
import type { Handler } from "./mock_request.ts";
import { readBody } from "./request_body.ts";
import { quotePath } from "./request_target.ts";

/** Creates the handler of an endpoint. */
export function endpointHandler({ route, subroute, endpoint, created }: ListedEndpoint): Handler {
  const { method, status, mock, body } = endpoint;
  const words = defaultWords({ route, subroute, method });
  const saysBody = takesBody(method) && mock === null && hasContent(status);
  const fixedAnswer = () => {
    if (!hasContent(status)) return emptyAnswer(status);
    const json = jsonAnswer(status, mock === null ? JSON.stringify(words) : pythonJson(mock));
    return created === null ? json : locatedAnswer(json, quotePath(created));
  };
  let fixed: Answer | undefined;
  const answer = (data: Json | null): Answer => {
    if (saysBody) {
      const said = data === null ? "None" : pythonStr(data);
      return jsonAnswer(status, JSON.stringify(words + said));
    }
    return fixed ??= fixedAnswer();
  };
  if (!takesBody(method)) return () => answer(null);
  const type = body === undefined ? null : bodyType(body);
  return async (request) => {
    const read = await readBody(request, type);
    return read.kind === "refused" ? read.answer : answer(read.data);
  };
}
