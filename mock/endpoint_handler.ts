/** Answers the requests of an endpoint with its mock, or with its default response. */

import type { Json } from "../core/json.ts";
import { pythonJson, pythonStr } from "../python/repr.ts";
import type { BodyType } from "../spec/body_type.ts";
import { bodyType } from "../spec/example_type.ts";
import { createdPath } from "../spec/created_id.ts";
import { valueOf } from "../spec/endpoint_contract.ts";
import type { ListSpec } from "../spec/list.ts";
import { exampleOf, type SpecContract } from "../spec/spec_contract.ts";
import { type Answer, emptyAnswer, jsonAnswer, locatedAnswer } from "./answer.ts";
import { type ListedItem, pageOf } from "./listed.ts";
import type { Handler, MockRequest } from "./mock_request.ts";
import { readBody } from "./request_body.ts";
import { quotePath } from "./request_target.ts";

/** Creates the handler of an endpoint. */
export function endpointHandler({ path, list, body, responses }: SpecContract): Handler {
  const [response] = responses.value;
  const [status, content] = [response.status.value, valueOf(response.content)];
  const fixedAnswer = () => {
    if (content === null) return emptyAnswer(status);
    if (content.kind !== "json") return jsonAnswer(status, JSON.stringify(content.words));
    const json = jsonAnswer(status, pythonJson(content.value));
    const { created: createdId } = response;
    const created = createdId === null
      ? null
      : createdPath(path.value, { mock: content.value, createdId });
    return created === null ? json : locatedAnswer(json, quotePath(created));
  };
  const asked = valueOf(list);
  if (asked !== null && content?.kind === "json") {
    const items = itemsOf(content.value);
    return (request) => listAnswer(status, items, asked, request);
  }
  let fixed: Answer | undefined;
  const answer = (data: Json | null): Answer => {
    if (content?.kind === "echo") {
      const said = data === null ? "None" : pythonStr(data);
      return jsonAnswer(status, JSON.stringify(content.words + said));
    }
    return fixed ??= fixedAnswer();
  };
  if (body.kind === "absent") return () => answer(null);
  const type = acceptedType(body);
  return async (request) => {
    const read = await readBody(request, type);
    return read.kind === "refused" ? read.answer : answer(read.data);
  };
}

function itemsOf(mock: Json): readonly ListedItem[] {
  const items = mock.kind === "array" ? mock.items : [];
  return items.map((value) => ({ value, text: pythonJson(value) }));
}

/** Returns the page of a list that a request asks for. */
export function listAnswer(
  status: number,
  items: readonly ListedItem[],
  list: ListSpec,
  { target }: MockRequest,
): Answer {
  const page = pageOf(items, list, target);
  const answer = jsonAnswer(status, `[${page.items.map(({ text }) => text).join(",")}]`);
  return { ...answer, headers: { ...answer.headers, ...page.headers } };
}

/** Returns the type of the bodies that an endpoint accepts; `null` if they may be any JSON. */
export function acceptedType(body: SpecContract["body"]): BodyType | null {
  const example = exampleOf(body);
  return example === null ? null : bodyType(example);
}
