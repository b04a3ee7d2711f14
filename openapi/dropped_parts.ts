/** Finds the parts of operations that a spec cannot express. */

import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";

/** A kind of parts that a spec cannot express. */
export type DroppedKind =
  | "query parameter"
  | "header parameter"
  | "cookie"
  | "unreadable parameter"
  | "security requirement"
  | "callback"
  | "webhook"
  | "server address"
  | "response example"
  | "request body";

/** Parts of one kind that a spec cannot express. */
export interface DroppedParts {
  readonly kind: DroppedKind;
  readonly count: number;
  /** The name of the first of them in the document. */
  readonly name: string;
}

/**
 * The reasons why a spec leaves out some parts of these kinds. It leaves out all parts of other
 * kinds.
 */
const REASONS: Partial<Readonly<Record<DroppedKind, string>>> = {
  "response example": "it exceeds the limits of a spec",
  "request body": "it exceeds the limits of a spec",
};

/** Returns why a spec leaves out parts of a kind. */
export function droppedReason(kind: DroppedKind, count: number): string {
  const reason = REASONS[kind];
  if (reason === undefined) return "a spec has none";
  return count === 1 ? reason : reason.replace("it exceeds", "they exceed");
}

/** Counts parts by kind, so that a document with many of them does not need much memory. */
export function byKind<Part extends DroppedParts>(parts: readonly Part[]): readonly Part[] {
  const kinds = Map.groupBy(parts, ({ kind }) => kind).values();
  return [...kinds].flatMap((same) => {
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return same.slice(0, 1).map((first) => ({ ...first, count }));
  });
}

/** The kinds of parameters by their place. Parameters of paths are in the spec. */
const PARAMETERS: Readonly<Record<string, DroppedKind>> = {
  query: "query parameter",
  querystring: "query parameter",
  header: "header parameter",
  cookie: "cookie",
};

/** The places of an operation's parts: the operation itself, its path item, and the document. */
interface Surroundings {
  readonly document: DocumentNode;
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
}

/** Returns the parts of an operation that a spec cannot express. */
export function droppedParts({ document, item, operation }: Surroundings): readonly DroppedParts[] {
  return byKind([
    ...droppedParameters([item, operation]),
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

/** An operation's parameter replaces the path item's parameter with the same name and place. */
function droppedParameters(owners: readonly DocumentNode[]): readonly DroppedParts[] {
  const found = partOrReason(() => {
    const all = owners.flatMap((each) => each.get("parameters")?.items() ?? []);
    return all.flatMap((each) => {
      const kind = PARAMETERS[each.textOf("in") ?? ""];
      return kind === undefined ? [] : named(kind, [each.textOf("name") ?? ""]);
    });
  });
  if (found instanceof BrokenReference) {
    return named("unreadable parameter", [found.message.replaceAll("'", "")]);
  }
  return [...new Map(found.map((each) => [`${each.kind} ${each.name}`, each])).values()];
}

/** Returns the first scheme that an operation requires. An empty list or object requires none. */
function droppedSecurity(owners: readonly DocumentNode[]): readonly DroppedParts[] {
  const listed = owners.map((each) => each.get("security")).find((each) => each !== null);
  const required = listed?.items().flatMap((each) => each.keys()) ?? [];
  return named("security requirement", required.slice(0, 1));
}
