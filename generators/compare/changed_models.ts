/** Names the models that change below code of people. */

import { haveSameHead, memberChanges } from "../../python/definition_hash.ts";

/** A model that changes. */
export interface ChangedModel {
  readonly name: string;
  /** Its hash as it was written; absent if it is new. */
  readonly before: string | undefined;
  /** Its hash as the spec wants it; absent if it goes. */
  readonly after: string | undefined;
}

const MAX_NAMED = 3;

/** Names models and what changes in them, such as `OrdersBody, which has 'code' now and no 'sku'`. */
export function changedModelsText(models: readonly ChangedModel[]): string {
  const groups = Map.groupBy(models, membersText);
  return [...groups].map(([members, all]) => {
    const names = all.map(({ name }) => name).join(" and ");
    if (members === null) return `${names}, which changed`;
    return `${names}, which ${all.length === 1 ? "has" : "have"} ${members}`;
  }).join(", and ");
}

/** Returns what a model has now; `null` if that is too much to say, or not known. */
function membersText({ before, after }: ChangedModel): string | null {
  if (before === undefined || after === undefined || !haveSameHead(before, after)) return null;
  const { lost, gained, changed } = memberChanges(before, after);
  if (changed.size === 0 || changed.size > MAX_NAMED) return null;
  const other = [...changed].filter((each) => !lost.includes(each) && !gained.includes(each));
  const without = lost.map((each) => `no ${quote(each)}`).join(" and ");
  return [
    ...(gained.length > 0 ? [`${quoted(gained)} now`] : []),
    ...(other.length > 0 ? [`another type of ${quoted(other)}`] : []),
    ...(lost.length > 0 ? [gained.length > 0 ? without : `${without} now`] : []),
  ].join(" and ");
}

function quoted(names: readonly string[]): string {
  return names.map(quote).join(" and ");
}

function quote(name: string): string {
  return `'${name}'`;
}
