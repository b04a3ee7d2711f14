/** The kinds of parts of a document that a spec cannot express. */

import { counted, grouped } from "../core/report.ts";

/** What to say about a kind of parts. */
interface KindWords {
  /** The plural; by default, with an `s`. */
  readonly many?: string;
  /** Why a spec leaves out such a part; by default, because a spec has none. */
  readonly why?: string;
  /** Whether such a part only informs people, and changes no request and no response. */
  readonly isText?: true;
}

const LIMITS = "beyond the limits of a spec";

/** The kinds, in the order in which notes list them. */
const KINDS = {
  "query parameter": { why: "a spec has only texts, numbers, booleans and lists of these" },
  "repeated parameter name": { why: "a parameter of the path has it" },
  "further query parameter": { why: LIMITS },
  "list in one value": { many: "lists in one value", why: "a spec has a text in its place" },
  "empty value": { why: "a spec has empty values only for texts" },
  "header parameter": {
    why: "a spec has only texts, numbers, booleans and lists of these, with names without _",
  },
  "cookie": {},
  "unreadable parameter": {},
  "security requirement": {},
  "callback": {},
  "server address": { many: "server addresses" },
  "body": { many: "bodies", why: "only POST and PUT have one in a spec" },
  "request body": { many: "request bodies", why: LIMITS },
  "body schema": { why: "the body may be any JSON" },
  "optional body": { many: "optional bodies", why: "a spec's body must be sent" },
  "required member": { why: "a member that a spec cannot check may be absent" },
  "media type": { why: "a spec has only application/json" },
  "response example": { why: LIMITS },
  "further example": { why: "a spec has one for each parameter, body and response" },
  "status range": { why: "an endpoint of a spec has one status" },
  "error response": { why: "a spec has those of one status each, from 400 to 599" },
  "further response": { why: "an endpoint of a spec has one response" },
  "response header": {},
  "link": {},
  "enum": { why: "a spec has only those of up to 100 texts or integers in requests" },
  "format": { why: "a spec has only date, date-time, uuid, email and uri, of texts in requests" },
  "pattern": {},
  "bound": {
    why: "a spec has only $minimum, $maximum, $minLength and $maxLength in requests",
  },
  "default": { why: "a spec has only those of values in requests that may be absent" },
  "nullable value": {},
  "choice of schemas": { many: "choices of schemas" },
  "map": {},
  "optional response member": { why: "a spec's response always has the same members" },
  "other rule": {},
  "nested value": { why: LIMITS },
  "unreadable schema": { why: "its references cannot be followed" },
  "webhook": {},
  "title": { isText: true },
  "version": { isText: true },
  "contact": { isText: true },
  "license": { isText: true },
  "link to terms": { many: "links to terms", isText: true },
  "link to documentation": { many: "links to documentation", isText: true },
  "summary": { many: "summaries", isText: true },
  "description": { isText: true },
  "operation id": { isText: true },
  "tag": { isText: true },
  "schema name": { isText: true },
  "schema title": { isText: true },
  "mark of deprecation": { many: "marks of deprecation", isText: true },
  "XML name": { isText: true },
  "x- extension": { isText: true },
} satisfies Readonly<Record<string, KindWords>>;

/** A kind of parts that a spec cannot express. */
export type DroppedKind = keyof typeof KINDS;

/** The kinds, in the order in which notes list them. */
export const DROPPED_KINDS = Object.keys(KINDS) as readonly DroppedKind[];

/** Reports whether parts of a kind only inform people, and change no request and no response. */
export function isText(kind: DroppedKind): boolean {
  return wordsOf(kind).isText === true;
}

/** Returns why a spec leaves out parts of a kind. */
export function droppedReason(kind: DroppedKind): string {
  return wordsOf(kind).why ?? "a spec has none";
}

/** Counts parts of a kind in words, such as `2 enums`. */
export function countedKind(count: number, kind: DroppedKind): string {
  const { many } = wordsOf(kind);
  return count === 1 || many === undefined ? counted(count, kind) : `${grouped(count)} ${many}`;
}

function wordsOf(kind: DroppedKind): KindWords {
  return KINDS[kind];
}
