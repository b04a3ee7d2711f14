/** Random resources, and the endpoints that they stand for. */

import { parseJson, stringifyJson } from "../../core/json.ts";
import { withoutMarks } from "../../spec/example_type.ts";
import { fc } from "../tools/tier.ts";
import { arbitraryMembers, objectText } from "./arbitrary_body.ts";
import { listFor } from "./arbitrary_list.ts";
import type { WrittenEndpoint, WrittenPath } from "./written_spec.ts";

/** A resource as a spec writes it, and the endpoints that it stands for. */
export interface WrittenResource {
  /** The members of the route. */
  readonly resource: readonly string[];
  readonly endpoints: readonly WrittenEndpoint[];
  readonly item: WrittenPath;
}

/** The ids of two items, and the type of the path's parameter. */
const IDS: readonly (readonly [first: string, second: string, type: string])[] = [
  ["7", "0", ":int"],
  ['"a-1"', '"B 2"', ""],
  [
    '"123e4567-e89b-42d3-a456-426614174000"',
    '"123E4567-E89B-42D3-A456-426614174001"',
    ":uuid",
  ],
];

/** A resource of one or two items. */
export const arbitraryResource: fc.Arbitrary<WrittenResource> = fc.record({
  members: arbitraryMembers,
  ids: fc.constantFrom(...IDS),
  idField: fc.constantFrom("id", "id", "sku"),
  isOptional: fc.nat(5).map((each) => each === 0),
  isList: fc.boolean(),
  isListed: fc.boolean(),
}).map(({ members, ids: [first, second, type], idField, isOptional, isList, isListed }) => {
  const others = members.filter(({ name }) => name !== idField);
  const itemText = (value: string, isOptional: boolean) =>
    objectText([{ name: idField, isOptional, value }, ...others]);
  const items = [first, ...(isList ? [second] : [])].map((id) => itemText(id, isOptional));
  const mocks = items.map((each) => stringifyJson(withoutMarks(parseJson(each)), 0));
  const [mock = null] = mocks;
  const body = itemText(first, true);
  const all = { method: "GET", mock: `[${mocks.join(", ")}]` } as const;
  const list = isListed ? listFor(all) : null;
  const endpoint = { mock, type: "" };
  const at = { comment: null, typeFirst: true, isLong: true };
  return {
    resource: [
      `"resource": ${isList ? `[${items.join(", ")}]` : items[0]}`,
      ...(idField === "id" ? [] : [`"id_field": "${idField}"`]),
      ...(list === null ? [] : [`"list": ${list}`]),
    ],
    endpoints: [
      { ...endpoint, ...all, ...(list !== null && { list }) },
      { ...endpoint, method: "POST", body },
    ],
    item: {
      ...at,
      name: "item",
      path: `/{item_id${type}}`,
      endpoints: [
        { ...endpoint, method: "GET" },
        { ...endpoint, method: "PUT", body },
        { ...endpoint, method: "DELETE", mock: null, status: 204 },
      ],
    },
  };
});
