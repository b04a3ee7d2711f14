/** A judge of queries and headers, made from `docs/reference/spec.md` without the product's code. */

import type { BodyMember } from "../generators/arbitrary_body.ts";
import type { SentHeader } from "../generators/arbitrary_headers.ts";
import { exactJson } from "../tools/exact_json.ts";
import { latin1Bytes } from "../tools/raw_request.ts";

/** Splits a query into names and values: bytes as Latin-1. */
export const pairsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query.replaceAll("+", " ").split("&").filter((part) => part !== "").map((part) => {
    const [name = "", ...value] = part.split("=").map((each) =>
      each.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    );
    return [name, value.join("=")];
  });

/** Returns what the handler gets for each parameter of a query; `undefined` for 422. */
export function inQuery(members: readonly BodyMember[], query: string): readonly unknown[] {
  const sent = Map.groupBy(pairsOf(query), ([name]) => utf8(name));
  return members.map((each) => valueOf(each, sent.get(each.name)?.map(([, value]) => value)));
}

/** Returns what the handler gets for each header; `undefined` for 422. */
export function inHeaders(members: readonly BodyMember[], sent: readonly SentHeader[]) {
  return members.map((member): unknown => {
    const found = sent.filter(([name]) => name.toLowerCase() === member.name.toLowerCase());
    const whole = found.map(([, value]) => value).join(",");
    const isList = member.value.startsWith("[");
    const values = (isList ? whole.split(",") : [whole]).map((each) => each.replace(OUTER, ""));
    const kept = values.filter((each) => each !== "" || !isList);
    return valueOf(member, found.length === 0 ? undefined : kept);
  });
}

const OUTER = /^[ \t]+|[ \t]+$/g;

/** Decodes UTF-8; NUL, which is never valid, if the bytes are something else. */
function utf8(bytes: string): string {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(latin1Bytes(bytes));
  } catch {
    return "\0";
  }
}

const KINDS = ["number", "bigint", "boolean", "string"] as const;

function valueOf({ value, isOptional }: BodyMember, sent?: readonly string[]): unknown {
  const examples = [exactJson(value)].flat();
  const rule = typeof examples[0] === "object" ? examples[0] : {};
  if (sent === undefined) return rule.$default ?? (isOptional ? null : undefined);
  const all = [rule.$example, rule.$default, rule.$enum?.[0], ...examples];
  const kind = KINDS.find((kind) => all.some((each) => typeof each === kind)) ?? "string";
  const values = sent.map((each) => fitting(scalar(utf8(each), kind), rule));
  if (values.includes(undefined)) return undefined;
  return value.startsWith("[") ? values : values.length > 1 ? undefined : values[0];
}

function scalar(text: string, kind: typeof KINDS[number]) {
  if (text.includes("\0")) return undefined;
  if (kind === "string") return text;
  if (kind === "boolean") return text === "true" || (text === "false" ? false : undefined);
  if (kind === "bigint") return /^-?(?:0|[1-9]\d{0,17})$/.test(text) ? BigInt(text) : undefined;
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function fitting(value: ReturnType<typeof scalar>, rule: ReturnType<typeof exactJson>) {
  const size = typeof value === "string" ? Array.from(value).length : value ?? NaN;
  const isLess = size < (rule.$minimum ?? rule.$minLength);
  const isMore = size > (rule.$maximum ?? rule.$maxLength);
  return isLess || isMore || rule.$enum?.includes(value) === false ? undefined : value;
}
