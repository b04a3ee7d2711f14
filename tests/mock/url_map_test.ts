import { deepEqual } from "node:assert/strict";
import { type Segment, UrlMap } from "../../mock/url_map.ts";

const INT: Segment = { type: "int" };
const FLOAT: Segment = { type: "float" };
const TEXT: Segment = { type: "string" };
const UUID: Segment = { type: "uuid" };

const RULES: readonly (readonly [segments: readonly Segment[], methods: readonly string[]])[] = [
  [["carts"], ["GET"]],
  [["carts"], ["POST"]],
  [["carts", TEXT], ["GET"]],
  [["carts", INT], ["PUT"]],
  [["carts", FLOAT], ["GET"]],
  [["carts", "popular"], ["GET"]],
  [["carts", TEXT, "items", UUID], ["DELETE"]],
  [["carts", INT, "items"], ["GET"]],
];

const ID = "123e4567-e89b-12d3-a456-426614174000";

/**
 * Requests, and the matching rule with its values. If no rule has the method, the allowed methods
 * instead.
 */
const MATCHES: readonly (readonly [method: string, path: string, answer: unknown])[] = [
  ["GET", "/carts", ["carts"]],
  ["POST", "/carts/", ["carts"]],
  ["PUT", "/carts", { allowed: ["GET", "POST"] }],
  ["GET", "/carts/popular", ["carts/popular"]],
  ["PUT", "/carts/popular", { allowed: ["GET"] }],
  ["GET", "/carts/7", ["carts/string", "7"]],
  ["PUT", "/carts/7", ["carts/int", "7"]],
  ["DELETE", "/carts/7", { allowed: ["GET", "PUT"] }],
  ["PUT", "/carts/\u0663", ["carts/int", "\u0663"]],
  ["PUT", "/carts/-7", { allowed: ["GET"] }],
  ["PUT", `/carts/${"9".repeat(4_300)}`, ["carts/int", "9".repeat(4_300)]],
  ["PUT", `/carts/${"9".repeat(4_301)}`, { allowed: ["GET"] }],
  ["GET", "/carts/1.5", ["carts/float", "1.5"]],
  ["GET", "/carts/a b\n", ["carts/string", "a b\n"]],
  ["GET", "/carts/7/items", ["carts/int/items", "7"]],
  ["GET", "/carts/x/items", { allowed: [] }],
  ["DELETE", `/carts/7/items/${ID}`, ["carts/string/items/uuid", "7", ID]],
  ["DELETE", `/carts/7/items/${ID}0`, { allowed: [] }],
  ["GET", "/carts//7", { redirect: "/carts/7" }],
  ["GET", "/carts//7//", { redirect: "/carts/7/" }],
  ["DELETE", "/carts//7", { allowed: ["GET", "PUT"] }],
  ["GET", "/carts/7/", ["carts/string", "7"]],
  ["GET", "/", { allowed: [] }],
  ["GET", "/cart", { allowed: [] }],
];

Deno.test("UrlMap finds the rule that Werkzeug finds", () => {
  const rules = new UrlMap<string>();
  for (const [segments, methods] of RULES) {
    const name = segments.map((each) => typeof each === "string" ? each : each.type).join("/");
    rules.add(segments, methods, name);
  }
  const answers = MATCHES.map(([method, path]) => [method, path, summary(rules, path, method)]);
  deepEqual(answers, MATCHES);
});

function summary(rules: UrlMap<string>, path: string, method: string): unknown {
  const match = rules.match(path, method);
  if (match.kind === "found") return [match.endpoint, ...match.values];
  return match.kind === "redirect"
    ? { redirect: match.path }
    : { allowed: [...match.allowed].sort() };
}
