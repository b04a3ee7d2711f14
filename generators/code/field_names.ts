/** Names of the fields of pydantic models. */

import { KEYWORDS } from "../../python/names_read.ts";
import { isName } from "../../spec/names.ts";

/** Attributes of every model, which a field must not hide. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  ("construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json " +
    "update_forward_refs validate model_computed_fields model_config model_construct model_copy " +
    "model_extra model_fields model_fields_set model_json_schema model_parametrized_name " +
    "model_post_init model_rebuild").split(" "),
);

/** Names that are easily taken for digits (pycodestyle's E741). */
export const AMBIGUOUS: RegExp = /^[lOI]$/;

/** Maximum length of a field's name. Longer names make lines that cannot be broken. */
const MAX_LENGTH = 40;

/** Maximum length of a name that differs from the member's, because its line also has an alias. */
const MAX_SIMILAR_LENGTH = 20;

/** Prefixes of names that pydantic reserves. */
const RESERVED = /^(?:_|model_dump|model_validate)/;

/** Names in the annotations of fields. A field with such a name would hide it from later fields. */
const IN_ANNOTATIONS =
  /^(?:int|str|float|bool|list|dict|Any|ConfigDict|Field|Omittable|OneOf|RootModel|\w*Body\d*)$/;

/**
 * Returns a name for each member of a body: the member's own, if Python and pydantic allow it for a field.
 *
 * @param members Names of members, without duplicates.
 * @param isHiding Reports whether a field would hide a further name in annotations.
 *
 * @example
 * ```ts
 * import { fieldNames } from "./field_names.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(fieldNames(["price", "class", "unit-price"]), ["price", "class_", "unit_price"]);
 * ```
 */
export function fieldNames(
  members: readonly string[],
  isHiding: (name: string) => boolean = () => false,
): readonly string[] {
  const isFit = (name: string) => canBeField(name) && !isHiding(name);
  const taken = new Set(members.filter(isFit));
  const numbers = new Map<string, number>();
  return members.map((member) => {
    if (isFit(member)) return member;
    const name = similarName(member, isFit);
    let number = numbers.get(name) ?? 1;
    let free = number === 1 ? name : `${name}${number}`;
    while (taken.has(free)) free = `${name}${++number}`;
    numbers.set(name, number);
    taken.add(free);
    return free;
  });
}

/** Reports whether a member can be a field. */
function canBeField(name: string): boolean {
  return isName(name) && name.length <= MAX_LENGTH && !AMBIGUOUS.test(name) &&
    !RESERVED.test(name) && !KEYWORDS.has(name) && !ATTRIBUTES.has(name) &&
    !IN_ANNOTATIONS.test(name);
}

function similarName(member: string, isFit: (name: string) => boolean): string {
  const words = member.split(/[^A-Za-z0-9]+/).filter((word) => word !== "").join("_")
    .slice(0, MAX_SIMILAR_LENGTH).replace(/_$/, "");
  if (words === "") return "field";
  if (isFit(words)) return words;
  return isFit(`${words}_`) ? `${words}_` : `field_${words}`;
}
