/** The API that a project's code describes, whether or not Layerwright generated it. */

import type { Snapshot } from "../core/change_set.ts";
import type { Json } from "../core/json.ts";
import { placeOf } from "../generators/exported_endpoints.ts";
import { isDefault } from "../generators/exported_spec.ts";
import { MockReader } from "../generators/mock_reader.ts";
import { hasContent, parseMethod } from "../spec/api_spec.ts";
import { openApiPath } from "./flask_path.ts";
import { flag, text } from "./json_nodes.ts";
import type { DescribedApi, JsonContent, Operation } from "./operation.ts";
import { type DraftedEndpoint, type ProjectDraft, shapeOf } from "./project_draft.ts";
import { ANYTHING, responseSchema } from "./response_schema.ts";

const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

const ANY_CONTENT: JsonContent = { schema: ANYTHING, example: null };

/**
 * Completes a draft.
 *
 * @param data The data files that exist.
 * @param title The API's name.
 * @param first The name of the route that comes first, if there is such a route.
 */
export function describedProject(
  { endpoints, room }: ProjectDraft,
  data: Snapshot,
  { title, first }: { readonly title: string; readonly first: string | null },
): DescribedApi {
  const mocks = new MockReader(data, room);
  const ids = new Set<string>();
  const paths = new Map<string, ReturnType<typeof openApiPath>>();
  const ordered = [
    ...endpoints.filter(({ route }) => route === first),
    ...endpoints.filter(({ route }) => route !== first),
  ];
  const operations = ordered.map((endpoint): Operation => {
    const { route, method, rule, source: { handler } } = endpoint;
    const id = freeId([`${route}.${handler}`, `${route}.${handler}.${method.toLowerCase()}`], ids);
    const own = openApiPath(rule);
    const shared = paths.get(shapeOf(rule)) ?? own;
    paths.set(shapeOf(rule), shared);
    return {
      method: method.toLowerCase(),
      path: shared.path,
      parameters: own.parameters.map((each, index) => ({
        ...each,
        name: shared.parameters[index]?.name ?? each.name,
      })),
      id,
      tag: route,
      request: WITH_BODY.has(method) ? ANY_CONTENT : null,
      ...answered(endpoint, mocks),
    };
  });
  return {
    title,
    description: null,
    tags: [...new Set(ordered.map(({ route }) => route))],
    operations,
  };
}

/** Returns the first name that is free, or numbers the last one. */
function freeId(names: readonly string[], taken: Set<string>): string {
  const last = names.at(-1) ?? "";
  let free = names.find((each) => !taken.has(each)) ?? last;
  for (let count = 2; taken.has(free); count++) free = `${last}.${count}`;
  taken.add(free);
  return free;
}

function answered(
  { route, method, rule, response: { answer, status } }: DraftedEndpoint,
  mocks: MockReader,
): Pick<Operation, "response" | "extension"> {
  const place = placeOf(rule);
  const { subroute } = typeof place === "string" ? { subroute: null } : place;
  const extension: [string, Json][] = subroute === null ? [] : [["subroute", text(subroute)]];
  if (status !== null && !hasContent(status)) {
    return { response: { status, content: null }, extension };
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
  return {
    response: { status, content },
    extension: [...extension, ["mock", flag(isMock)]],
  };
}
