/**
 * Random specs with the plainest fields: `type`, `mock` and `subroutes`. The spec of a seed never
 * changes, because tests compare its project with a checksum. So this module uses no
 * library, and its lists never change.
 */

const METHODS = ["GET", "POST", "PUT", "DELETE"];

const NAMES = [
  ...["users", "orders", "import_batch", "by_email", "Users", "case", "type", "class", "None"],
  ...["api", "app", "data", "service", "mock", "create", "get", "test", "tests", "con", "index"],
  ...["_", "__init__", "get_get", "TypedDict", "json_body", "conftest", "a_b", "a__b", "A"],
];

const KEYS = [
  ...["id", "name", "a", "b", "tags", "address", "a-b", "a b", "", "class", "int", "self", "_x"],
  ...["created_at", "1", "note?", "\u00e9t\u00e9", '"', "\\", "__proto__", "{x}", "a_b", "aB"],
];

const TEXTS = [
  ...["", "Teapot", "it's", '"""', "'''", "\\", "\n", "{name}", "%s", "\u2028", "\u{1f600}"],
  ...[
    "x".repeat(70),
    "a b ".repeat(30),
    "# type: ignore",
    "\u0000",
    "e\u0301",
    "\u202e",
    "</script>",
  ],
];

const NUMBERS = ["0", "-0", "1", "24.5", "1.0", "1e5", "1E+3", "-7", "12345678901234567890", "0.1"];

/** A source of integers from 0 to below a limit (mulberry32). */
type Random = (below: number) => number;

function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below);
  };
}

/** Returns the spec of a seed as JSON. */
export function stableSpec(seed: number): string {
  const random = randomFrom(seed);
  const pick = (from: readonly string[]) => from[random(from.length)] ?? "";
  const names = (count: number) => [...new Set(Array.from({ length: count }, () => pick(NAMES)))];
  const several = (limit: number) => Array.from({ length: random(limit) });
  const members = (keys: readonly string[], value: () => string) =>
    `{${keys.map((key) => `${JSON.stringify(key)}: ${value()}`).join(", ")}}`;

  const scalar = () => {
    const kind = random(8);
    if (kind < 3) return JSON.stringify(pick(TEXTS));
    return kind < 6 ? pick(NUMBERS) : pick(["true", "false", "null"]);
  };
  const value = (depth: number): string => {
    const kind = depth === 0 ? 0 : random(6);
    if (kind < 3) return scalar();
    if (kind === 3) return `[${several(4).map(() => value(depth - 1)).join(", ")}]`;
    const keys = [...new Set(several(5).map(() => pick(KEYS)))];
    if (kind === 4) return members(keys, () => value(depth - 1));
    return `[${several(4).map(() => members(keys, () => value(depth - 1))).join(", ")}]`;
  };
  const mock = () => {
    const kind = random(60);
    if (kind === 0) return JSON.stringify("x".repeat(17_000));
    if (kind === 1) return `${"[".repeat(25)}${scalar()}${"]".repeat(25)}`;
    return value(4);
  };
  const endpoint = () => [
    `"type": "${pick(METHODS)}"`,
    ...(random(3) === 0 ? [] : [`"mock": ${mock()}`]),
  ];
  const route = () => {
    const own = endpoint();
    const subroutes = members(names(random(5)), () => `{${endpoint().join(", ")}}`);
    return `{${[...own, ...(subroutes === "{}" ? [] : [`"subroutes": ${subroutes}`])].join(", ")}}`;
  };
  return `{"routes": ${members(names(1 + random(4)), route)}}`;
}
