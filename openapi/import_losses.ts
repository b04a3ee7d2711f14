/** Counts the parts of a document that its spec cannot express, by kind. */

import type { Json } from "../core/json.ts";
import { BrokenReference, DocumentNode, Documents, partOrReason } from "./document_node.ts";
import { DROPPED_KINDS, type DroppedKind } from "./dropped_kinds.ts";
import { droppedMetadata, type DroppedParts, droppedWebhooks, named } from "./dropped_parts.ts";
import { type DroppedText, droppedTexts, droppedTextsAbout } from "./dropped_texts.ts";
import type { ImportedOperation, OperationSource } from "./imported_operation.ts";
import { DOCUMENT, type LoadedDocument } from "./loaded_document.ts";
import { type RootSchema, SchemaWalk, type VisitedRoots } from "./schema_walk.ts";

/** Parts of one kind that the spec of a document leaves out. */
export interface Dropped extends DroppedParts {
  /** The first operation with such a part, such as `GET /pets`; `null` for parts of the document. */
  readonly operation: string | null;
  /** Offset of the first part, or of its operation, in the document. */
  readonly at: number;
}

/** An operation in the spec. */
export interface KeptOperation extends ImportedOperation {
  /** Whether the response links to the created item. */
  readonly hasLocation: boolean;
  /** Whether the spec says that its response is a page of a list. */
  readonly isPaged: boolean;
}

/** The parts that a spec leaves out. */
export interface ImportLosses {
  /** By kind, in the order in which notes list them. */
  readonly dropped: readonly Dropped[];
  /** Number of operations that the spec has without a loss, apart from texts. */
  readonly whole: number;
}

/**
 * Counts the parts of a document that its spec cannot express.
 *
 * @param operations The operations in the spec, in the order of the document.
 * @param isOwn Whether Layerwright wrote the document, so that exporting the spec gives the same
 * names again.
 */
export function importLosses(
  document: LoadedDocument,
  operations: readonly KeptOperation[],
  isOwn: boolean,
): ImportLosses {
  const losses = new Losses(document, isOwn);
  const added = operations.map((each) => losses.add(each));
  losses.addDocument();
  const whole = added.filter(({ isLossy, roots }) => !isLossy && losses.walk.areWhole(roots));
  return { dropped: losses.byKind(), whole: whole.length };
}

/** The place of parts: an operation, and its offset; the document itself without one. */
type Owner = Pick<Dropped, "operation" | "at">;

class Losses {
  readonly walk = new SchemaWalk();
  readonly #top: DocumentNode;
  /** Whether offsets of values are those in the document's text. */
  readonly #hasOffsets: boolean;
  readonly #isOwn: boolean;
  readonly #kinds = new Map<DroppedKind, Dropped>();
  /** The values whose texts were counted. Operations can share path items and responses. */
  readonly #described = new Set<Json>();
  readonly #tags = new Set<string>();
  /** Counts its own work, because the document was read before. */
  readonly #documents: Documents;

  constructor({ written, top, files }: LoadedDocument, isOwn: boolean) {
    this.#documents = new Documents(files);
    this.#top = this.#node(top, DOCUMENT);
    this.#hasOffsets = written === top;
    this.#isOwn = isOwn;
  }

  add({ label, at, id, dropped, source, hasLocation, isPaged }: KeptOperation) {
    const owner = { operation: label, at };
    const response = source.response === null ? null : this.#again(source.response.node);
    const metadata = response === null
      ? []
      : partsOrReason(() => droppedMetadata(response, { hasLocation, isPaged }));
    const own = [...dropped, ...metadata];
    for (const each of own) this.#count(each, owner);
    this.walk.addSaid(source.said);
    const roots: VisitedRoots = this.walk.visit(this.#rootsOf(source), (loss) => {
      this.#count({ ...loss, count: 1 }, { ...owner, at: this.#offset(loss) ?? at });
    });
    const parts = [source.item, source.operation, ...source.path, ...source.parameters];
    const described = this.#isOwn || response === null ? parts : [...parts, response];
    for (const each of described) this.#addTexts(each, droppedTexts, owner);
    if (!this.#isOwn && id !== null) {
      this.#count({ kind: "operation id", name: id, count: 1 }, owner);
    }
    if (!this.#isOwn) this.#addTags(source.operation, owner);
    return { isLossy: own.length > 0, roots };
  }

  /** Counts the parts of the document that belong to no operation. */
  addDocument(): void {
    const owner = { operation: null, at: 0 };
    const at = this.#top.raw("webhooks")?.at ?? 0;
    for (const each of partsOrReason(() => droppedWebhooks(this.#top))) {
      this.#count(each, { ...owner, at: this.#offset({ file: DOCUMENT, at }) ?? 0 });
    }
    const info = this.#top.raw("info");
    if (info !== null && !this.#isOwn) {
      this.#addTexts(this.#node(info, DOCUMENT), droppedTextsAbout, owner);
    }
    const components = this.#top.raw("components");
    const schemas = components === null ? null : this.#top.member(components, "schemas");
    for (const { key, at, value } of schemas?.kind === "object" ? schemas.members : []) {
      const place = { ...owner, at: this.#offset({ file: DOCUMENT, at }) ?? 0 };
      if (this.walk.has(value)) this.#count({ kind: "schema name", name: key, count: 1 }, place);
    }
  }

  byKind(): readonly Dropped[] {
    return DROPPED_KINDS.flatMap((kind) => this.#kinds.get(kind) ?? []);
  }

  #rootsOf(
    { path, parameters, request, answer, response, errors }: OperationSource,
  ): readonly RootSchema[] {
    const ofParameters = (parameters: readonly DocumentNode[], use: "path" | "query") =>
      parameters.map((each) => ({
        node: partOrReason(() => this.#again(each).get("schema")),
        use,
        name: each.textOf("name") ?? "",
      }));
    const roots = [
      ...ofParameters(path, "path"),
      ...ofParameters(parameters, "query"),
      { node: request && this.#again(request), use: "request" as const, name: "body" },
      {
        node: answer && this.#again(answer),
        use: "response" as const,
        name: response?.code ?? "",
      },
      ...errors.map(({ code, node }) => ({
        node: this.#again(node),
        use: "response" as const,
        name: code,
      })),
    ];
    return roots.flatMap(({ node, use, name }) =>
      node === null || node instanceof BrokenReference ? [] : [{ node, use, name }]
    );
  }

  #addTags(operation: DocumentNode, owner: Owner): void {
    const tags = operation.json.kind === "object" ? operation.raw("tags") : null;
    for (const tag of tags?.kind === "array" ? tags.items : []) {
      if (tag.kind !== "string" || this.#tags.has(tag.value)) continue;
      this.#tags.add(tag.value);
      this.#count({ kind: "tag", name: tag.value, count: 1 }, owner);
    }
  }

  #addTexts(
    { json, file }: DocumentNode,
    find: (json: Json) => readonly DroppedText[],
    owner: Owner,
  ): void {
    if (this.#described.has(json)) return;
    this.#described.add(json);
    for (const { kind, name, at } of find(json)) {
      this.#count({ kind, name, count: 1 }, {
        ...owner,
        at: this.#offset({ file, at }) ?? owner.at,
      });
    }
  }

  #count({ kind, name, count }: DroppedParts, owner: Owner): void {
    const known = this.#kinds.get(kind);
    this.#kinds.set(
      kind,
      known === undefined
        ? { kind, name, count, ...owner }
        : { ...known, count: known.count + count },
    );
  }

  /** Returns an offset in the document's text; `null` for a value that is not in it. */
  #offset({ file, at }: { readonly file: string; readonly at: number }): number | null {
    return this.#hasOffsets && file === DOCUMENT ? at : null;
  }

  #again({ json, file }: DocumentNode): DocumentNode {
    return this.#node(json, file);
  }

  #node(json: Json, file: string): DocumentNode {
    return new DocumentNode(this.#documents, json, file);
  }
}

function partsOrReason(read: () => readonly DroppedParts[]): readonly DroppedParts[] {
  const found = partOrReason(read);
  if (!(found instanceof BrokenReference)) return found;
  return named("unreadable schema", [found.message.replaceAll("'", "")]);
}
