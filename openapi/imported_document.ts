/** The spec that an OpenAPI document describes. */

import { type Json, type JsonMember, memberValue } from "../core/json.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { routeNameProblem } from "../spec/name_problem.ts";
import { pathProblems } from "../spec/spec_path.ts";
import { BrokenReference, DocumentNode, Documents, partOrReason } from "./document_node.ts";
import { byKind, type DroppedParts, droppedWebhooks } from "./dropped_parts.ts";
import { readRouteExtension } from "./extension.ts";
import { type ImportedOperation, type LeftOut, readOperations } from "./imported_operation.ts";
import { importedRoutes, type KnownRoutes } from "./imported_routes.ts";
import { DOCUMENT, type LoadedDocument } from "./loaded_document.ts";

/** Parts of one kind that the import drops from operations. */
export interface Dropped extends DroppedParts {
  /** The first operation with such a part, such as `GET /pets`; `null` for parts of the document. */
  readonly operation: string | null;
  /** Offset of the operation in the document. */
  readonly at: number;
}

/** The spec of a document, and the parts that it leaves out. */
export interface ImportedDocument {
  readonly spec: ApiSpec;
  /** In the order of the document. */
  readonly leftOut: readonly LeftOut[];
  /** The URLs of servers, which a spec cannot express. */
  readonly servers: readonly string[];
  /** The parts of imported operations that the spec cannot express. */
  readonly dropped: readonly Dropped[];
}

/** Returns the spec of a document. */
export function importedDocument({ written, top, files }: LoadedDocument): ImportedDocument {
  const document = new DocumentNode(new Documents(files), top, DOCUMENT);
  const operations = readOperations(document, offsetsIn(written));
  const read = operations.filter((each): each is ImportedOperation => "endpoint" in each);
  const known = partOrReason(() => knownRoutes(document));
  const { routes, leftOut } = importedRoutes(
    read,
    known instanceof BrokenReference ? new Map() : known,
  );
  const unread = operations.filter((each): each is LeftOut => "reason" in each);
  return {
    spec: { description: descriptionOf(document), routes },
    leftOut: [...unread, ...leftOut].sort((one, other) => one.at - other.at),
    servers: serversOf(document),
    dropped: droppedByKind(document, read, new Set(leftOut.map(({ label }) => label))),
  };
}

/** Counts parts that a spec cannot express, in the order of the document. */
function droppedByKind(
  document: DocumentNode,
  operations: readonly ImportedOperation[],
  leftOut: ReadonlySet<string>,
): readonly Dropped[] {
  const webhooks = partOrReason(() => droppedWebhooks(document));
  return byKind([
    ...operations.filter(({ label }) => !leftOut.has(label)).flatMap(({ label, at, dropped }) =>
      dropped.map((each) => ({ ...each, operation: label, at }))
    ),
    ...(webhooks instanceof BrokenReference ? [] : webhooks)
      .map((each) => ({ ...each, operation: null, at: 0 })),
  ]);
}

function descriptionOf(document: DocumentNode): string | null {
  const found = partOrReason(() => document.get("info")?.textOf("description") ?? null);
  return found instanceof BrokenReference ? null : found;
}

/** Returns the addresses in the document, except `/`, which is the default. */
function serversOf(document: DocumentNode): readonly string[] {
  const found = partOrReason(() =>
    document.get("servers")?.items().flatMap((each) => each.textOf("url") ?? []) ?? []
  );
  return found instanceof BrokenReference ? [] : found.filter((url) => url !== "/");
}

/** Returns the routes of the spec that the document was made from. */
function knownRoutes(document: DocumentNode): KnownRoutes {
  const tags = document.get("tags")?.items() ?? [];
  return new Map(tags.flatMap((tag) => {
    const name = tag.textOf("name") ?? "";
    const facts = readRouteExtension(tag);
    if (facts === null || routeNameProblem(name) !== null) return [];
    const { path = `/${name}`, subroutes } = facts;
    return pathProblems(path, true).length > 0 ? [] : [[name, { path, subroutes }]];
  }));
}

/** Returns a function that finds operations in the document as it is written. */
function offsetsIn(written: Json): (path: string, method: string) => number {
  const paths = written.kind === "object" ? memberValue(written, "paths") : undefined;
  const items = new Map(
    membersOf(paths).map((item) => {
      const methods = new Map(membersOf(item.value).map(({ key, at }) => [key, at]));
      return [item.key, { at: item.at, methods }];
    }),
  );
  return (path, method) => {
    const item = items.get(path);
    return item?.methods.get(method) ?? item?.at ?? 0;
  };
}

function membersOf(value: Json | undefined): readonly JsonMember[] {
  return value?.kind === "object" ? value.members : [];
}
