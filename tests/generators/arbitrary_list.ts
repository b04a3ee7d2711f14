/** Lists for random mocks. */

import { memberValue, parseJson } from "../../core/json.ts";
import { list, object, text } from "../../core/json_nodes.ts";
import { listProblems, MAX_LIMIT } from "../../spec/list.ts";
import { fc } from "../tools/tier.ts";
import { arbitraryText } from "./arbitrary_constraint.ts";
import { HOSTILE_KEYS } from "./hostile_texts.ts";

/** An endpoint of a random spec. */
interface Listed {
  readonly method: string;
  /** The text of the mock; `null` without one. */
  readonly mock: string | null;
  /** The text of the query's example. */
  readonly query?: string;
}

/** Maximum number of fields in a list, because mocks can have many. */
const MAX_FIELDS = 4;

/**
 * Returns the text of a list that an endpoint can have, with fields of its mock: the first page has
 * the whole mock. Returns `null` if the endpoint can have none.
 */
export function listFor({ method, mock: written, query: asked }: Listed): string | null {
  const mock = written === null ? null : parseJson(written);
  const query = asked === undefined ? null : parseJson(asked);
  const endpoint = { method, mock, query, parameters: [] };
  const isFit = (key: "filter" | "sort", name: string) => {
    const found = object([[key, list([text(name)])]]);
    return name.isWellFormed() && name !== "" && listProblems(found, endpoint, "").length === 0;
  };
  if (mock?.kind !== "array" || mock.items.length > MAX_LIMIT) return null;
  if (listProblems(object([]), endpoint, "").length > 0) return null;
  const [first] = mock.items;
  const names = first?.kind === "object"
    ? first.members.map(({ key }) => key).filter((key) => memberValue(first, key) !== undefined)
    : [];
  const fields = [...new Set(names)].slice(0, MAX_FIELDS);
  const [filter, sort] = (["filter", "sort"] as const).map((key) =>
    fields.filter((name) => isFit(key, name))
  );
  return JSON.stringify({ limit: MAX_LIMIT, filter, sort });
}

/** Returns the names of the fields that select items in a list. */
export function filtersIn(list: string | undefined): readonly string[] {
  return list === undefined ? [] : JSON.parse(list).filter;
}

const FIELDS = ["id", "name", "price", "class", "limit", "from", "None", "unit-price", "items"];

const SCALARS = [
  arbitraryText,
  fc.maxSafeInteger().map(String),
  fc.constantFrom("1.0", "-0.5", "1e2", "7", "24.50"),
  fc.constantFrom("true", "false"),
];

/** The text of a list of items whose fields have single values of one type, null or none. */
export const arbitraryItems: fc.Arbitrary<string> = fc.uniqueArray(
  fc.tuple(
    fc.oneof(fc.constantFrom(...FIELDS), fc.constantFrom(...HOSTILE_KEYS)),
    fc.constantFrom(...SCALARS),
  ),
  { selector: ([name]) => name, minLength: 1, maxLength: 5 },
).chain((fields) => {
  const members = fields.map(([name, scalar]) =>
    fc.oneof(
      { weight: 4, arbitrary: scalar.map((value) => [`${JSON.stringify(name)}: ${value}`]) },
      fc.constantFrom([`${JSON.stringify(name)}: null`], []),
    )
  );
  const item = fc.tuple(...members).map((each) => `{${each.flat().join(", ")}}`);
  return fc.array(item, { minLength: 1, maxLength: 4 });
}).map((items) => `[${items.join(", ")}]`);
