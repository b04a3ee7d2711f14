/** The API that a project's code describes, whether or not Layerwright generated it. */

import type { Snapshot } from "../core/change_set.ts";
import { text } from "../core/json_nodes.ts";
import { BodyReader } from "../project/contract/body_reader.ts";
import { type ExportedPlace, ExportedPlaces } from "../generators/export/exported_places.ts";
import { isDefault } from "../generators/export/exported_spec.ts";
import { MockReader } from "../project/contract/mock_reader.ts";
import type { RecordedEndpoints } from "../project/contract/recorded_endpoints.ts";
import { sentBody } from "../project/contract/sent_bodies.ts";
import type { RouteRecord } from "../project/records/route_record.ts";
import { hasContent, parseMethod } from "../spec/api_spec.ts";
import { FreeNames } from "../spec/free_names.ts";
import { ANY_BODY } from "./body_schema.ts";
import { type DescribedBody, describedBody } from "./described_body.ts";
import type { OperationFacts } from "./extension.ts";
import { openApiPath } from "./flask_path.ts";
import type { DescribedApi, JsonContent, Operation } from "./operation.ts";
import { type DraftedEndpoint, type ProjectDraft, shapeOf } from "./project_draft.ts";
import { ANYTHING, responseSchema } from "./response_schema.ts";
import { type PlacedOperation, subrouteOrders } from "./subroute_orders.ts";

const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

const ANY_CONTENT: JsonContent = { schema: ANYTHING, example: null };

/** Facts about a project besides its code. */
export interface ProjectFacts {
  readonly title: string;
  readonly first: string | null;
  readonly records: ReadonlyMap<string, RouteRecord>;
  readonly recorded: RecordedEndpoints;
}

/**
 * Completes a draft.
 *
 * @param data The data files that exist.
 * @param facts The API's name, the name of the first route if it is known, the records of routes, and the
 * bodies that tests send. Recorded endpoints keep their names, and the bodies become examples.
 */
export function describedProject(
  { endpoints, room }: ProjectDraft,
  data: Snapshot,
  { title, first, records, recorded }: ProjectFacts,
): DescribedApi {
  const places = new ExportedPlaces(records);
  const placed = endpoints.map((each) => placedEndpoint(each, places));
  const ordered = [
    ...placed.filter(({ tag }) => tag === first),
    ...placed.filter(({ tag }) => tag !== first),
  ];
  const mocks = new MockReader(data, room);
  const examples = new BodyReader(room);
  const ids = new FreeNames({ separator: "." });
  const paths = new Map<string, ReturnType<typeof openApiPath>>();
  const operations = ordered.map((endpoint): PlacedOperation => {
    const { tag, place, method, rule, source: { handler } } = endpoint;
    const id = ids.take([`${tag}.${handler}`, `${tag}.${handler}.${method.toLowerCase()}`]);
    const own = openApiPath(rule);
    const shared = paths.get(shapeOf(rule)) ?? own;
    paths.set(shapeOf(rule), shared);
    const [sent, answer] = [requested(endpoint, examples, recorded), answered(endpoint, mocks)];
    const operation: Operation = {
      method: method.toLowerCase(),
      path: shared.path,
      parameters: own.parameters.map((each, index) => ({
        ...each,
        name: shared.parameters[index]?.name ?? each.name,
      })),
      id,
      tag,
      request: WITH_BODY.has(method) ? sent.request : null,
      response: answer.response,
      facts: {
        subroute: place?.subroute ?? null,
        isMock: answer.isMock,
        created: answer.created,
        body: WITH_BODY.has(method) ? sent.written : null,
      },
    };
    return { route: tag, subroute: place?.subroute ?? null, operation };
  });
  const prefixes = new Map(ordered.map(({ tag, place }) => [tag, place?.prefix ?? null]));
  const orders = subrouteOrders(operations);
  const tags = [...prefixes].map(([name, path]) => ({
    name,
    path,
    subroutes: orders.get(name) ?? [],
  }));
  return { title, description: null, tags, operations: operations.map((each) => each.operation) };
}

interface PlacedEndpoint extends DraftedEndpoint {
  /**
   * The name of its route in a spec; the name of its blueprint if a spec cannot express the
   * endpoint.
   */
  readonly tag: string;
  /** Its place in a spec; `null` if a spec cannot express it. */
  readonly place: ExportedPlace | null;
}

function placedEndpoint(endpoint: DraftedEndpoint, places: ExportedPlaces): PlacedEndpoint {
  const found = places.of(endpoint.method, endpoint.rule);
  const place = typeof found === "string" ? null : found;
  return { ...endpoint, place, tag: place?.route ?? endpoint.route };
}

function requested(
  { checked, place, method }: PlacedEndpoint,
  examples: BodyReader,
  recorded: RecordedEndpoints,
): DescribedBody {
  if (checked === null) return { request: ANY_BODY, written: null };
  const sent = place === null ? null : sentBody({ ...place, method }, recorded);
  const example = examples.read(checked, sent);
  if (typeof example === "string") {
    return { request: { ...ANY_BODY, isChecked: true }, written: null };
  }
  return describedBody(example);
}

/** The response of an operation, with the facts that OpenAPI cannot express. */
type DescribedAnswer = Pick<Operation, "response"> & Pick<OperationFacts, "isMock" | "created">;

function answered(
  { tag: route, place, method, response }: PlacedEndpoint,
  mocks: MockReader,
): DescribedAnswer {
  const { answer, isJson, status, headers: all, createdId } = response;
  const subroute = place?.subroute ?? null;
  const headers = [...new Set(all)].filter(isDescribed);
  if (status !== null && !hasContent(status)) {
    return { response: { status, headers, content: null }, isMock: null, created: null };
  }
  const example = answer.kind === "echo" ? null : mocks.read(answer);
  const content = answer.kind === "echo"
    ? { schema: responseSchema([text(answer.words)]), example: null }
    : example === null || typeof example === "string"
    ? ANY_CONTENT
    : { schema: responseSchema([example]), example };
  const specMethod = parseMethod(method);
  const hasDefault = specMethod !== null &&
    isDefault({ route, subroute, method: specMethod }, answer);
  const isMock = content.example !== null && !hasDefault;
  const isKnown = isJson || content !== ANY_CONTENT;
  const described = { status, headers, content: isKnown ? content : "any" as const };
  return { response: described, isMock, created: createdId };
}

/**
 * Reports whether OpenAPI can describe a header (RFC 9110, section 5.6.2). Documents describe
 * `Content-Type` elsewhere.
 */
function isDescribed(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && name.toLowerCase() !== "content-type";
}
