/** The extension of OpenAPI that has the facts about a spec that OpenAPI cannot express. */

import type { Json, JsonObject } from "../core/json.ts";
import { flag, list as jsonList, object, text } from "../core/json_nodes.ts";
import type { DocumentNode } from "./document_node.ts";

/** The key of the extension, in operations and in tags. */
const KEY = "x-layerwright";

/** A member of an object; `undefined` leaves it out. */
type Member = readonly [key: string, value: Json | undefined];

/** The facts about an operation. */
export interface OperationFacts {
  /** The name of its subroute; `null` for the route's own operation. */
  readonly subroute: string | null;
  /** Whether its example is a mock; `null` for a response without content. */
  readonly isMock: boolean | null;
  /** The member with the id of a created item; `null` if the operation creates no item. */
  readonly created: string | null;
  /** What clients can ask of its list, as specs write it; `null` if it pages none. */
  readonly list: JsonObject | null;
  /** The example of its body; `null` if the schema of the body gives it. */
  readonly body: Json | null;
}

/** The facts about a route, which documents have as a tag. */
export interface RouteFacts {
  /** The prefix of its paths; by default, its name. */
  readonly path?: string;
  /** The names of its subroutes, in order; empty if their paths are in this order. */
  readonly subroutes: readonly string[];
}

/** Writes the facts about an operation. */
export function operationExtension(
  { subroute, isMock, created, list: asked, body }: OperationFacts,
): Member {
  const facts = object([
    ["subroute", subroute === null ? undefined : text(subroute)],
    ["mock", isMock === null ? undefined : flag(isMock)],
    ["created", created === null ? undefined : text(created)],
    ["list", asked ?? undefined],
    ["body", body ?? undefined],
  ]);
  return [KEY, facts.members.length === 0 ? undefined : facts];
}

/** Reads the facts about an operation. All are `null` in documents from other tools. */
export function readOperationExtension(operation: DocumentNode): OperationFacts {
  const facts = operation.get(KEY);
  const mock = facts?.get("mock")?.json;
  const list = facts?.raw("list");
  return {
    subroute: facts?.textOf("subroute") ?? null,
    isMock: mock?.kind === "boolean" ? mock.value : null,
    created: facts?.textOf("created") ?? null,
    list: list?.kind === "object" ? list : null,
    body: facts?.raw("body") ?? null,
  };
}

/** Writes the facts about a route. */
export function routeExtension({ path, subroutes }: RouteFacts): Member {
  return [
    KEY,
    object([
      ["path", path === undefined ? undefined : text(path)],
      ["subroutes", subroutes.length === 0 ? undefined : jsonList(subroutes.map(text))],
    ]),
  ];
}

/** Reads the facts about a route; `null` for a tag from another tool. */
export function readRouteExtension(tag: DocumentNode): RouteFacts | null {
  const facts = tag.get(KEY);
  if (facts === null) return null;
  const subroutes = facts.get("subroutes")?.items().flatMap((each) => each.text() ?? []) ?? [];
  const path = facts.textOf("path");
  return { subroutes, ...(path !== null && { path }) };
}
