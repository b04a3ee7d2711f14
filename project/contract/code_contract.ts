/** The contracts of endpoints, read from code. */

import type { Snapshot } from "../../core/change_set.ts";
import type { Json } from "../../core/json.ts";
import { hasContent, parseMethod } from "../../spec/api_spec.ts";
import type { ListSpec } from "../../spec/list.ts";
import { defaultWords } from "../../spec/default_answer.ts";
import {
  ABSENT,
  type ContractBody,
  type ContractContent,
  type ContractParameter,
  type ContractResponse,
  type EndpointContract,
  known,
  type Part,
  unread,
} from "../../spec/endpoint_contract.ts";
import type { ParametersPart } from "../../spec/parameters.ts";
import { type ReadRule, readRule } from "../layout/url_paths.ts";
import type { Answer } from "../responses/answers.ts";
import { BodyReader } from "./body_reader.ts";
import type { CodeEndpoint, CodeReading } from "./code_reading.ts";
import { MockReader } from "./mock_reader.ts";

/** Reads the contracts of a project's endpoints, up to a total length of their examples. */
export class CodeContracts {
  readonly #sources: Sources;

  /**
   * @param data The data files that exist.
   * @param room Maximum length of all repeated mocks, and of all bodies, in characters.
   */
  constructor(reading: CodeReading, data: Snapshot, room = reading.room) {
    this.#sources = { reading, mocks: new MockReader(data, room), bodies: new BodyReader(room) };
  }

  /**
   * Returns the contract of an endpoint. Its parts are read when they are asked for, because only
   * its method and path are known without reading its handler.
   */
  of(endpoint: CodeEndpoint): EndpointContract {
    return new CodeContract(endpoint, this.#sources);
  }
}

interface Sources {
  readonly reading: CodeReading;
  readonly mocks: MockReader;
  readonly bodies: BodyReader;
}

const COMPUTED_PATH = unread("its path is computed");

/** The methods whose requests have a body. */
const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

class CodeContract implements EndpointContract {
  readonly #endpoint: CodeEndpoint;
  readonly #sources: Sources;
  readonly #rule: ReadRule | null;
  readonly #parameters = new Map<ParametersPart, Part<Json>>();
  #list: Part<ListSpec> | undefined;
  #body: Part<ContractBody> | undefined;
  #errors: Part<Json> | undefined;
  #responses: Part<readonly ContractResponse[]> | undefined;

  constructor(endpoint: CodeEndpoint, sources: Sources) {
    const { path } = endpoint.source;
    this.#endpoint = endpoint;
    this.#sources = sources;
    this.#rule = path === null ? null : readRule(path);
  }

  get method(): Part<string> {
    return known(this.#endpoint.method);
  }

  get path(): Part<string> {
    return this.#rule === null ? COMPUTED_PATH : known(this.#rule.path);
  }

  get parameters(): Part<readonly ContractParameter[]> {
    return this.#rule === null ? COMPUTED_PATH : known(this.#rule.parameters);
  }

  get query(): Part<Json> {
    return this.#parametersIn("query");
  }

  get headers(): Part<Json> {
    return this.#parametersIn("headers");
  }

  #parametersIn(part: ParametersPart): Part<Json> {
    const read = this.#parameters.get(part) ?? parametersOf(part, this.#endpoint, this.#sources);
    this.#parameters.set(part, read);
    return read;
  }

  get list(): Part<ListSpec> {
    return this.#list ??= listOf(this.#endpoint, this.#sources);
  }

  get body(): Part<ContractBody> {
    return this.#body ??= bodyOf(this.#endpoint, this.#sources);
  }

  get errors(): Part<Json> {
    return this.#errors ??= errorsOf(this.#endpoint, this.#sources);
  }

  get responses(): Part<readonly ContractResponse[]> {
    return this.#responses ??= responsesOf(this.#endpoint, this.#sources);
  }
}

function parametersOf(
  part: ParametersPart,
  endpoint: CodeEndpoint,
  { reading, bodies }: Sources,
): Part<Json> {
  const checked = reading.checkedParameters(endpoint);
  if (checked === null) return ABSENT;
  const sent = reading.sentParameters(part, endpoint);
  const example = bodies.readParameters(part, checked, sent);
  if (example === null) return ABSENT;
  return typeof example === "string" ? unread(example) : known(example);
}

function errorsOf(endpoint: CodeEndpoint, { reading }: Sources): Part<Json> {
  const documented = reading.documentedErrors(endpoint);
  return documented === null
    ? ABSENT
    : typeof documented === "string"
    ? unread(documented)
    : known(documented);
}

function listOf(endpoint: CodeEndpoint, { reading }: Sources): Part<ListSpec> {
  const checked = reading.checkedParameters(endpoint);
  if (checked === null) return ABSENT;
  if (checked.type === null) return unread();
  return checked.list === null ? ABSENT : known(checked.list);
}

function bodyOf(endpoint: CodeEndpoint, { reading, bodies }: Sources): Part<ContractBody> {
  if (!WITH_BODY.has(endpoint.method)) return ABSENT;
  const checked = reading.checked(endpoint);
  if (checked === null) return unread("its handler does not call json_body()");
  if (checked === "any") return known({ isChecked: false, example: ABSENT });
  const example = bodies.read(checked, reading.sent(endpoint));
  const part = typeof example === "string" ? unread(example) : known(example);
  return known({ isChecked: true, example: part });
}

function responsesOf(
  endpoint: CodeEndpoint,
  { reading, mocks }: Sources,
): Part<readonly ContractResponse[]> {
  const { answer, isJson, status, headers, createdId } = reading.response(endpoint);
  if (answer.kind === "unknown" && status === null && !isJson && headers.length === 0) {
    return unread(answer.reason);
  }
  const isEmpty = status !== null && !hasContent(status);
  return known([{
    status: status === null ? unread() : known(status),
    headers: [...new Set(headers)],
    isJson: isJson && !isEmpty,
    content: isEmpty ? ABSENT : contentOf(endpoint, answer, mocks),
    created: isEmpty ? null : createdId,
  }]);
}

function contentOf(
  endpoint: CodeEndpoint,
  answer: Answer,
  mocks: MockReader,
): Part<ContractContent> {
  if (answer.kind === "echo") return known({ kind: "echo", words: answer.words });
  const value = mocks.read(answer);
  if (typeof value === "string") return unread(value);
  const words = value.kind === "string" && answer.kind === "json" && answer.annotation !== "str"
    ? value.value
    : null;
  // A mock with the words of a default response has the return annotation `str`.
  return known(
    words !== null && words === wordsOf(endpoint)
      ? { kind: "words", words }
      : { kind: "json", value },
  );
}

/** Returns the default response of an endpoint; `null` if a spec has none for its method. */
function wordsOf({ route, subroute, method: name }: CodeEndpoint): string | null {
  const method = parseMethod(name);
  return method === null ? null : defaultWords({ route, subroute, method });
}
