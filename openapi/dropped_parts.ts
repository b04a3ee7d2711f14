/** Finds the parts of operations that a spec cannot express, apart from parts of schemas. */

import { type Json, stringifyJson } from "../core/json.ts";
import { type DocumentNode } from "./document_node.ts";
import type { DroppedKind } from "./dropped_kinds.ts";
import type { OperationParameters } from "./operation_parameters.ts";

/** Parts of one kind that a spec cannot express. */
export interface DroppedParts {
  readonly kind: DroppedKind;
  readonly count: number;
  /** The name of the first of them in the document; empty if its operation has only one. */
  readonly name: string;
}

/** Counts parts by kind, so that a document with many of them does not need much memory. */
export function byKind<Part extends DroppedParts>(parts: readonly Part[]): readonly Part[] {
  const kinds = Map.groupBy(parts, ({ kind }) => kind).values();
  return [...kinds].flatMap((same) => {
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return same.slice(0, 1).map((first) => ({ ...first, count }));
  });
}

/** The kinds of parameters by their place. Others are in the spec. */
const PARAMETERS: Readonly<Record<string, DroppedKind>> = {
  querystring: "query parameter",
  cookie: "cookie",
};

/** The places of an operation's parts: the operation itself, its path item, and the document. */
interface Surroundings {
  readonly document: DocumentNode;
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
  readonly parameters: OperationParameters;
}

/**
 * Returns the parts of an operation that a spec cannot express, apart from its query, its headers, its body and
 * its responses.
 */
export function droppedParts(
  { document, item, operation, parameters }: Surroundings,
): readonly DroppedParts[] {
  return byKind([
    ...droppedParameters(parameters),
    ...droppedSecurity([operation, document]),
    ...named("callback", operation.get("callbacks")?.keys() ?? []),
    ...named(
      "server address",
      [operation, item].flatMap((each) =>
        each.get("servers")?.items().flatMap((server) => server.textOf("url") ?? []) ?? []
      ),
    ),
  ]);
}

/** Returns the webhooks of a document: requests that the API sends. */
export function droppedWebhooks(document: DocumentNode): readonly DroppedParts[] {
  return byKind(named("webhook", document.get("webhooks")?.keys() ?? []));
}

/** Returns parts of one kind. */
export function named(kind: DroppedKind, names: readonly string[]): readonly DroppedParts[] {
  return names.map((name) => ({ kind, name, count: 1 }));
}

function droppedParameters({ all, unreadable }: OperationParameters): readonly DroppedParts[] {
  const others = all.flatMap(({ place, name }) => {
    const kind = PARAMETERS[place];
    return kind === undefined ? [] : named(kind, [name]);
  });
  return [...others, ...named("unreadable parameter", unreadable)];
}

/** Returns the first scheme that an operation requires. An empty list or object requires none. */
function droppedSecurity(owners: readonly DocumentNode[]): readonly DroppedParts[] {
  const listed = owners.map((each) => each.get("security")).find((each) => each !== null);
  const required = listed?.items().flatMap((each) => each.keys()) ?? [];
  return named("security requirement", required.slice(0, 1));
}

/**
 * Returns the responses without an error that a spec cannot express.
 *
 * @param used The status of the response that the spec has; `null` if the document has none for it.
 */
export function droppedResponses(
  responses: DocumentNode,
  used: string | null,
): readonly DroppedParts[] {
  const others = responses.keys().filter((each) => each !== used && !each.startsWith("x-"));
  return byKind([
    ...named("status range", used === null || /^\d{3}$/.test(used) ? [] : [used]),
    ...named("further response", others.filter((each) => !/^(?:[45]|default$)/.test(each))),
  ]);
}

/** Returns the headers and links of a response. Content types have no header of their own. */
export function droppedMetadata(
  response: DocumentNode,
  { hasLocation, isPaged }: { readonly hasLocation: boolean; readonly isPaged: boolean },
): readonly DroppedParts[] {
  const headers = (response.get("headers")?.keys() ?? []).filter((each) => {
    const name = each.toLowerCase();
    return name !== "content-type" && !(name === "location" && hasLocation) &&
      !(isPaged && (name === "link" || name === "x-total-count"));
  });
  return byKind([
    ...named("response header", headers),
    ...named("link", response.get("links")?.keys() ?? []),
  ]);
}

/** Returns the media types and examples of a content that are not in a spec. */
export function droppedContent(
  content: DocumentNode,
  media: { readonly type: string; readonly node: DocumentNode },
): readonly DroppedParts[] {
  const [type = ""] = media.type.split(";", 1);
  const isJson = type.trim().toLowerCase() === "application/json";
  const others = content.keys().filter((each) => each !== media.type || !isJson);
  return byKind([
    ...named("media type", others),
    ...named("further example", furtherExamples(media.node)),
  ]);
}

/** Returns the names of the examples of a media type or a parameter that are not in a spec. */
export function furtherExamples(owner: DocumentNode): readonly string[] {
  const examples = owner.get("examples")?.keys() ?? [];
  return owner.raw("example") === null ? examples.slice(1) : examples;
}

/** Reports whether a media type has exactly this schema, as documents from Layerwright do. */
export function hasSchema(media: DocumentNode, schema: Json): boolean {
  const written = media.raw("schema");
  return written !== null &&
    stringifyJson(media.copied(written), 0) === stringifyJson(schema, 0);
}
