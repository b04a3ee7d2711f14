/** Answers the requests for a resource from its kept items. */

import {
  type Json,
  type JsonMember,
  type JsonObject,
  memberValue,
  parseJson,
} from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { pythonJson } from "../python/repr.ts";
import type { BodyType } from "../spec/body_type.ts";
import { valueOf } from "../spec/endpoint_contract.ts";
import type { SpecContract } from "../spec/spec_contract.ts";
import {
  type Answer,
  emptyAnswer,
  failureAnswer,
  FAILURES,
  jsonAnswer,
  locatedAnswer,
  unfitAnswer,
} from "./answer.ts";
import { withId } from "./collection.ts";
import { acceptedType, endpointHandler, listAnswer } from "./endpoint_handler.ts";
import { idKey, idProblem, isId, jsonIdKey } from "./item_id.ts";
import type { Handler, MockRequest } from "./mock_request.ts";
import { collectionPath, type MockState } from "./mock_state.ts";
import { readBody } from "./request_body.ts";
import { quotePath } from "./request_target.ts";
import { mockOf, type MockResource, type ResourceUse } from "./resource.ts";

/** Creates the handler of an endpoint of a resource. */
export function resourceHandler(
  contract: SpecContract,
  { resource, role }: ResourceUse,
  state: MockState,
): Handler {
  const handler = new ResourceHandler(contract, resource, state);
  switch (role) {
    case "list":
      return (request, values) => handler.list(request, values);
    case "create":
      return (request, values) => handler.create(request, values);
    case "read":
      return (_, values) => handler.read(values);
    case "replace":
      return (request, values) => handler.replace(request, values);
    case "remove":
      return (request, values) => handler.remove(request, values);
  }
}

class ResourceHandler {
  readonly #contract: SpecContract;
  readonly #resource: MockResource;
  readonly #state: MockState;
  /** The type of bodies; `null` if they may be any JSON. */
  readonly #bodyType: BodyType | null;
  /** The members of the endpoint's mock, without the id; empty if the mock is not an item. */
  readonly #mocked: readonly JsonMember[];
  readonly #answerOfMock: Handler;

  constructor(contract: SpecContract, resource: MockResource, state: MockState) {
    this.#contract = contract;
    this.#resource = resource;
    this.#state = state;
    this.#bodyType = acceptedType(contract.body);
    this.#mocked = membersBesideId(mockOf(contract), resource.seeds.rule.field);
    this.#answerOfMock = endpointHandler(contract);
  }

  list(request: MockRequest, values: readonly string[]): Answer {
    const items = this.#state.view(this.#path(values), this.#resource).texts();
    const list = valueOf(this.#contract.list);
    if (list === null) return this.#success(`[${items.join(",")}]`);
    // Only filters and sorts read the items.
    const listed = items.map((text) => ({
      text,
      get value() {
        return parseJson(text);
      },
    }));
    return listAnswer(this.#contract.responses.value[0].status.value, listed, list, request);
  }

  read(values: readonly string[]): Answer {
    const key = this.#key(values);
    const text = this.#state.view(this.#path(values), this.#resource).get(key ?? "");
    return key === null || text === undefined ? unknown(values) : this.#success(text);
  }

  async create(request: MockRequest, values: readonly string[]): Promise<Answer> {
    const item = await this.#body(request);
    if ("answer" in item) return item.answer;
    const path = this.#path(values);
    const { rule } = this.#resource.seeds;
    const id = memberValue(item, rule.field);
    const key = id === undefined ? null : jsonIdKey(rule, id);
    const known = this.#state.view(path, this.#resource);
    if (key !== null && known.has(key)) return taken(key);
    const created = known.prepare(withMissing(item, this.#mocked));
    const growth = { items: 1, characters: created.text.length };
    if (this.#state.isFull(path, this.#resource, growth)) return FULL;
    this.#state.change(path, this.#resource).keep(created);
    const answer = this.#success(created.text);
    return await this.#saved(locatedAnswer(answer, quotePath(`${path}/${created.key}`)));
  }

  async replace(request: MockRequest, values: readonly string[]): Promise<Answer> {
    const item = await this.#body(request);
    if ("answer" in item) return item.answer;
    const path = this.#path(values);
    const key = this.#key(values);
    const known = this.#state.view(path, this.#resource);
    const earlier = known.get(key ?? "");
    if (key === null || earlier === undefined) return unknown(values);
    const { rule } = this.#resource.seeds;
    const before = keptMembers(earlier);
    const own = before.get(rule.field);
    if (own === undefined) throw new TypeError(`The kept item has no ${rule.field}`);
    const sent = memberValue(item, rule.field);
    if (sent !== undefined && jsonIdKey(rule, sent) !== key) {
      return unfitAnswer(new Map([[`/${rule.field}`, `must be ${pythonJson(own)}`]]));
    }
    const whole = withMissing(item, this.#keptBy(before));
    const replaced = known.prepare(sent === undefined ? withId(whole, rule.field, own) : whole);
    const growth = { items: 0, characters: replaced.text.length - earlier.length };
    if (this.#state.isFull(path, this.#resource, growth)) return FULL;
    this.#state.change(path, this.#resource).keep(replaced);
    return await this.#saved(this.#success(replaced.text));
  }

  async remove(request: MockRequest, values: readonly string[]): Promise<Answer> {
    const path = this.#path(values);
    const key = this.#key(values);
    const text = this.#state.view(path, this.#resource).get(key ?? "");
    if (key === null || text === undefined) return unknown(values);
    const growth = { items: -1, characters: -text.length };
    if (this.#state.isFull(path, this.#resource, growth)) return FULL;
    this.#state.change(path, this.#resource).delete(key);
    return await this.#saved(await this.#answerOfMock(request, values));
  }

  /**
   * Returns the members that `PUT` keeps: those of its mock that no body has, because only the
   * server sets them.
   *
   * @param before The members of the item to replace.
   */
  #keptBy(before: ReadonlyMap<string, Json>): readonly JsonMember[] {
    const type = this.#bodyType;
    if (type?.kind !== "object" || type.members.length === 0) return [];
    const inBody = new Set(type.members.map(({ name }) => name));
    return this.#mocked.filter(({ key }) => !inBody.has(key))
      .map((each) => ({ ...each, value: before.get(each.key) ?? each.value }));
  }

  #path(values: readonly string[]): string {
    return collectionPath(this.#resource.path, values);
  }

  #key(values: readonly string[]): string | null {
    return idKey(this.#resource.seeds.rule.type, values.at(-1) ?? "");
  }

  /** Reads the item in a request's body, or returns the error response. */
  async #body(request: MockRequest): Promise<JsonObject | { readonly answer: Answer }> {
    const read = await readBody(request, this.#bodyType);
    if (read.kind === "refused") return read;
    const problem = (at: string, text: string) => ({ answer: unfitAnswer(new Map([[at, text]])) });
    if (read.data === null) return problem("", "is missing");
    if (read.data.kind !== "object") return problem("", "must be an object");
    const { rule } = this.#resource.seeds;
    const id: Json | undefined = memberValue(read.data, rule.field);
    return id === undefined || isId(rule, id)
      ? read.data
      : problem(`/${rule.field}`, idProblem(rule));
  }

  #success(text: string): Answer {
    const [{ status: { value: status }, content }] = this.#contract.responses.value;
    return content.kind === "known" ? jsonAnswer(status, text) : emptyAnswer(status);
  }

  async #saved(answer: Answer): Promise<Answer> {
    const problem = await this.#state.saved();
    if (problem === null) return answer;
    const detail = `The change is in memory, but was not saved: ${problem}.`;
    return refused({ status: 500, title: "Internal Server Error", detail });
  }
}

/** Returns the members of a mock beside its id; none if it has no id, because it is not an item. */
function membersBesideId(mock: Json | null, field: string): readonly JsonMember[] {
  if (mock?.kind !== "object" || memberValue(mock, field) === undefined) return [];
  return mock.members.filter(({ key }) => key !== field);
}

/** Returns an item with those of the members that it lacks. */
function withMissing(item: JsonObject, members: readonly JsonMember[]): JsonObject {
  const present = new Set(item.members.map(({ key }) => key));
  const missing = members.filter(({ key }) => !present.has(key));
  return { ...item, members: [...item.members, ...missing] };
}

/** Returns the members of a kept item. */
function keptMembers(text: string): ReadonlyMap<string, Json> {
  const item = parseJson(text);
  const members = item.kind === "object" ? item.members : [];
  return new Map(members.map(({ key, value }) => [key, value]));
}

function unknown(values: readonly string[]): Answer {
  const detail = `No item has the id ${quotable(values.at(-1) ?? "", 60)}.`;
  return refused({ ...FAILURES.notFound, detail });
}

function taken(key: string): Answer {
  const detail = `Another item has the id ${quotable(key, 60)}.`;
  const answer = failureAnswer({ status: 409, title: "Conflict", detail });
  // The terminal shows no values of bodies.
  return { ...answer, reason: "Another item has this id." };
}

const FULL: Answer = refused({
  status: 507,
  title: "Insufficient Storage",
  detail: "The mock server has no room for more items.",
});

function refused(failure: Parameters<typeof failureAnswer>[0]): Answer {
  return { ...failureAnswer(failure), reason: failure.detail };
}
