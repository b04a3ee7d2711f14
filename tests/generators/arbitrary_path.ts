/** Random paths of routes and subroutes. */

import { fc } from "../tools/tier.ts";

const LITERALS = ["v1", "items", "a.b", "x-y", "~me", "_", "1", "new", "..."];

/** Keywords, built-ins, names in generated code, and names that look like them. */
const PARAMETERS = [
  "id",
  "id_",
  "class",
  "data",
  "self",
  "type",
  "service",
  "mock",
  "item_id",
  "UUID",
  "__debug__",
  "__b",
  "l",
  "__b__",
  "match",
  "url_for",
];

const literal = fc.oneof(
  fc.constantFrom(...LITERALS),
  fc.stringMatching(/^[A-Za-z0-9_~-]{1,12}$/),
);

const parameter = fc.tuple(
  fc.oneof(fc.constantFrom(...PARAMETERS), fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/)),
  fc.constantFrom("", ":int", ":float", ":uuid", ":string"),
).map(([name, type]) => ({ name, text: `{${name}${type}}` }));

const segment = fc.oneof(literal.map((text) => ({ name: text, text })), parameter);

/** The path of a route. */
export const arbitraryPrefix: fc.Arbitrary<string> = fc.array(literal, {
  minLength: 1,
  maxLength: 3,
}).map((segments) => segments.map((each) => `/${each}`).join(""));

/** The path of a subroute, without repeated parameters. */
export const arbitraryPath: fc.Arbitrary<string> = fc.uniqueArray(segment, {
  selector: ({ name }) => name,
  maxLength: 4,
}).map((segments) => segments.map(({ text }) => `/${text}`).join(""));

/** An endpoint at a full path. */
export interface PlacedMethod {
  readonly method: string;
  readonly path: string;
}

/** Reports whether a spec may have these endpoints: no two answer the same requests. */
export function areApart(endpoints: readonly PlacedMethod[]): boolean {
  const written = new Map<string, string>();
  const seen = new Set<string>();
  return endpoints.every(({ method, path }) => {
    const normal = path.replaceAll(":string}", "}");
    const form = normal.replace(/\{[^}]*\}/g, "{}");
    const key = `${method} ${form}`;
    const isFirst = !seen.has(key) && (written.get(form) ?? normal) === normal;
    seen.add(key);
    written.set(form, normal);
    return isFirst && form !== "/-/health";
  });
}

/** Values of parameters in URLs, by type. */
const VALUES: Readonly<Record<string, string>> = {
  int: "7",
  float: "2.5",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  string: "a%20b",
};

/** Returns a URL path that a path in a spec matches. */
export function requestedPath(path: string): string {
  return path.replace(/\{[^}:]*(?::([a-z]+))?\}/g, (_, type = "string") => VALUES[type] ?? "");
}
