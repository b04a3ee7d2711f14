/** What the code of an endpoint shows, and what it does not show. */

import type { Json } from "../core/json.ts";
import { counted } from "../core/report.ts";
import { object, text } from "../core/json_nodes.ts";
import type { OmittedPart } from "../generators/export/exported_endpoints.ts";
import type { SeenHandler } from "../project/contract/code_reading.ts";
import type { QueryParameter } from "../project/contract/request_reading.ts";
import { isInTests } from "../project/layout/layout.ts";
import type { Project } from "../project/project.ts";
import { type EndpointContract, onlyResponse, valueOf } from "../spec/endpoint_contract.ts";
import type { OperationErrors, ParameterNode } from "./operation.ts";

/** What the code of an endpoint shows besides its contract. */
export interface SeenCode extends SeenHandler {
  readonly errors: OperationErrors;
}

/** Matches a handler of all errors of HTTP. */
const ERROR_HANDLER =
  /\b(?:register_error_handler|errorhandler)\(\s*(?:\w{1,100}\.){0,5}(?:HTTPException|Exception)\b/;

/** Matches Flask's setting for the size of bodies. */
const SIZE_LIMIT = /\bMAX_CONTENT_LENGTH["']?\]?\s{0,9}[=:]/;

/** Matches the code that adds the id of a request to problem details. */
const REQUEST_IDS = /\.after_request\(\s*send_request_id\s*\)/;

const NO_ERRORS: OperationErrors = {
  hasProblems: false,
  refusesParameters: false,
  refusesBodies: false,
  limitsBodies: false,
  hasRequestIds: false,
};

/** Finds the errors that a project answers with problem details, as generated projects do. */
export function problemsOf({ python }: Project): OperationErrors {
  return problemsIn([...python].filter(([path]) => !isInTests(path)).map(([, text]) => text));
}

/** Finds these errors in the texts of modules. */
export function problemsIn(texts: readonly string[]): OperationErrors {
  const has = (sign: RegExp) => texts.some((text) => sign.test(text));
  const hasProblems = has(/application\/problem\+json/) && has(ERROR_HANDLER);
  if (!hasProblems) return NO_ERRORS;
  const refusesBodies = texts.some((text) =>
    text.includes("def json_body(") && text.includes("UnsupportedMediaType") &&
    text.includes("BadRequest")
  );
  return {
    hasProblems,
    refusesParameters: texts.some((text) =>
      text.includes("def request_parameters(") && text.includes("application/problem+json")
    ),
    refusesBodies,
    limitsBodies: refusesBodies && has(SIZE_LIMIT),
    hasRequestIds: has(REQUEST_IDS) && has(/\bdef send_request_id\(/),
  };
}

/** Describes a query parameter that a handler reads. */
export function queryParameter(
  { name, type, isList, isRequired, fallback }: QueryParameter,
): ParameterNode {
  const one: readonly (readonly [string, Json])[] = [["type", text(type)]];
  const schema = isList
    ? object([["type", text("array")], ["items", object(one)]])
    : object([...one, ["default", fallback ?? undefined]]);
  return { name, schema, isRequired, example: null };
}

/** An endpoint of code, and what was read of it. */
interface ReadEndpoint {
  readonly source: { readonly file: string; readonly line: number };
  readonly contract: EndpointContract;
  readonly seen: SeenCode;
}

/** Lists for each file the parts of its endpoints that were not read. */
export function unreadParts(endpoints: readonly ReadEndpoint[]): readonly OmittedPart[] {
  const byFile = Map.groupBy(endpoints, ({ source: { file } }) => file);
  return [...byFile].flatMap(([file, all]) => {
    const unread = all.filter((each) => unreadOf(each).length > 0);
    const [first] = unread.toSorted((a, b) => a.source.line - b.source.line);
    if (first === undefined) return [];
    const kinds = Map.groupBy(unread.flatMap(unreadOf), (kind) => kind);
    const counts = [...kinds].map(([[one, many], { length }]) =>
      `${length} ${length === 1 ? one : many}`
    );
    return [{
      file,
      line: first.source.line,
      what: `${unread.length} of ${counted(all.length, "endpoint")}`,
      reason: `not read: ${counts.join(", ")}`,
    }];
  });
}

/** A kind of parts: the words for one and for several. */
type Kind = readonly [one: string, many: string];

const QUERY: Kind = ["query", "queries"];
const HEADERS: Kind = ["set of headers", "sets of headers"];
const BODY: Kind = ["body", "bodies"];
const STATUS: Kind = ["status", "statuses"];
const RESPONSE: Kind = ["response", "responses"];

function unreadOf({ contract, seen }: ReadEndpoint): readonly Kind[] {
  const { status, content } = onlyResponse(contract);
  const isUnsure = seen.changedBy !== null;
  return [
    ...(contract.query.kind === "unread" || seen.request.readsMoreQuery ? [QUERY] : []),
    ...(contract.headers.kind === "unread" && contract.query.kind !== "unread" ? [HEADERS] : []),
    ...(contract.body.kind === "unread" || seen.request.readsOther ? [BODY] : []),
    ...(valueOf(status) === null || !seen.isStatusSure || isUnsure ? [STATUS] : []),
    ...(content.kind === "unread" || isUnsure ? [RESPONSE] : []),
  ];
}
