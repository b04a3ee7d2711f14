/** The spec that an OpenAPI document describes. */

import { type Json, type JsonMember, memberValue } from "../core/json.ts";
import { type ApiSpec, endpointsIn } from "../spec/api_spec.ts";
import { withCreatedIds } from "../spec/created_id.ts";
import { routeNameProblem } from "../spec/name_problem.ts";
import { pathProblems } from "../spec/spec_path.ts";
import { BrokenReference, DocumentNode, Documents, partOrReason } from "./document_node.ts";
import { readRouteExtension } from "./extension.ts";
import { type Dropped, importLosses, type KeptOperation } from "./import_losses.ts";
import { type ImportedOperation, type LeftOut, readOperations } from "./imported_operation.ts";
import { type ImportedRoutes, importedRoutes, type KnownRoutes } from "./imported_routes.ts";
import { DOCUMENT, type LoadedDocument } from "./loaded_document.ts";

/** The servers of a document. */
export interface Servers {
  readonly urls: readonly string[];
  /** Offset of the list in the document. */
  readonly at: number;
}

/** The spec of a document, and the parts that it leaves out. */
export interface ImportedDocument {
  readonly spec: ApiSpec;
  /** In the order of the document. */
  readonly leftOut: readonly LeftOut[];
  /** The servers, which a spec cannot express. */
  readonly servers: Servers;
  /** The other parts that the spec cannot express, by kind. */
  readonly dropped: readonly Dropped[];
  /** Number of operations that the spec has without a loss, apart from texts. */
  readonly whole: number;
}

/** Returns the spec of a document. */
export function importedDocument(loaded: LoadedDocument): ImportedDocument {
  const { written, top, files } = loaded;
  const document = new DocumentNode(new Documents(files), top, DOCUMENT);
  const operations = readOperations(document, offsetsIn(written));
  const read = operations.filter((each): each is ImportedOperation => "endpoint" in each);
  const found = partOrReason(() => knownRoutes(document));
  const known: KnownRoutes = found instanceof BrokenReference ? new Map() : found;
  const { routes, leftOut } = importedRoutes(read, known);
  const unread = operations.filter((each): each is LeftOut => "reason" in each);
  const kept = keptOperations(read, { routes, leftOut });
  return {
    spec: { description: descriptionOf(document), routes },
    leftOut: [...unread, ...leftOut].sort((one, other) => one.at - other.at),
    servers: { urls: serversOf(document), at: offsetOf(written, "servers") },
    ...importLosses(loaded, kept, known.size > 0),
  };
}

function keptOperations(
  operations: readonly ImportedOperation[],
  { routes, leftOut }: ImportedRoutes,
): readonly KeptOperation[] {
  const without = new Set(leftOut.map(({ label }) => label));
  const completed = endpointsIn(routes.map(withCreatedIds));
  const located = new Set(
    endpointsIn(routes).filter((_, index) => completed[index]?.createdId !== undefined),
  );
  return operations.filter(({ label }) => !without.has(label))
    .map((each) => ({
      ...each,
      hasLocation: located.has(each.endpoint),
      isPaged: each.endpoint.list !== undefined,
    }));
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

/** Returns the offset of a member of the document as it is written. */
function offsetOf(written: Json, key: string): number {
  return membersOf(written).findLast((each) => each.key === key)?.at ?? 0;
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
