/** Visits the schemas of many operations, each of them once, to find what a spec cannot express. */

import type { Json } from "../core/json.ts";
import { BrokenReference, type DocumentNode, partOrReason } from "./document_node.ts";
import { isText } from "./dropped_kinds.ts";
import {
  type InnerSchema,
  innerSchemas,
  isOfRequest,
  type SchemaLoss,
  schemaLosses,
  type SchemaUse,
} from "./schema_losses.ts";

/** A schema of an operation. */
export interface RootSchema extends InnerSchema {
  /** The name of the operation's part that has this schema. */
  readonly name: string;
}

/** A schema in one of its uses. */
interface Visited {
  /** Whether a spec cannot express all of it, apart from texts. */
  isLossy: boolean;
  /** The schemas that contain it. */
  readonly around: Visited[];
}

/** The roots of an operation, to ask about after the walk. */
export type VisitedRoots = readonly Visited[];

/**
 * A walk through the schemas of a document. The time that it takes grows with the document, however
 * often operations refer to the same schema.
 */
export class SchemaWalk {
  readonly #visited = new Map<SchemaUse, Map<Json, Visited>>();
  readonly #known = new Set<Json>();
  readonly #lossy: Visited[] = [];
  readonly #said = new Set<Json>();

  /** Adds values of keywords in requests that a spec expresses, although not everywhere. */
  addSaid(values: readonly Json[]): void {
    for (const each of values) this.#said.add(each);
  }

  /** Visits the schemas of an operation. Reports each part of the document only once. */
  visit(
    roots: readonly RootSchema[],
    report: (loss: SchemaLoss & { readonly name: string }) => void,
  ): VisitedRoots {
    const queue: { node: DocumentNode; use: SchemaUse; name: string; found: Visited }[] = [];
    const enter = ({ node, use, name }: RootSchema): Visited => {
      const ofUse = this.#visited.get(use) ?? new Map<Json, Visited>();
      this.#visited.set(use, ofUse);
      const known = ofUse.get(node.json);
      if (known !== undefined) return known;
      const found: Visited = { isLossy: false, around: [] };
      ofUse.set(node.json, found);
      queue.push({ node, use, name, found });
      return found;
    };
    const entered = roots.map(enter);
    for (const { node, use, name, found } of queue) {
      const read = partOrReason(() => ({
        losses: schemaLosses(node, use).filter(({ json }) =>
          !isOfRequest(use) || !this.#said.has(json)
        ),
        inner: innerSchemas(node, use),
      }));
      const { losses, inner } = read instanceof BrokenReference ? unreadable(node, read) : read;
      for (const each of inner) enter({ ...each, name: each.name ?? name }).around.push(found);
      if (losses.some(({ kind }) => !isText(kind))) this.#markLossy(found);
      const fresh = losses.filter(({ json }) => !this.#known.has(json));
      for (const each of fresh) {
        this.#known.add(each.json);
        report({ ...each, name: each.name ?? name });
      }
    }
    return entered;
  }

  /**
   * Reports whether a spec can express all of these schemas and of the schemas in them, apart from
   * texts. Call it after all visits.
   */
  areWhole(roots: VisitedRoots): boolean {
    // The list grows during the loop.
    for (const { around } of this.#lossy) around.forEach((each) => this.#markLossy(each));
    this.#lossy.length = 0;
    return roots.every(({ isLossy }) => !isLossy);
  }

  /** Reports whether a schema was visited. */
  has(json: Json): boolean {
    return this.#visited.values().some((ofUse) => ofUse.has(json));
  }

  #markLossy(found: Visited): void {
    if (found.isLossy) return;
    found.isLossy = true;
    this.#lossy.push(found);
  }
}

function unreadable(node: DocumentNode, { message }: BrokenReference) {
  const loss: SchemaLoss = {
    kind: "unreadable schema",
    name: message.replaceAll("'", ""),
    json: node.json,
    file: node.file,
    at: node.json.at,
  };
  return { losses: [loss], inner: [] };
}
