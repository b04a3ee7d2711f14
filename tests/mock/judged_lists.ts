/** Compares pages of lists with those that a judge expects. */

import { deepEqual, equal } from "node:assert/strict";
import { exactJson } from "../tools/exact_json.ts";
import { listText, type WrittenList } from "./arbitrary_list.ts";
import { judgedPage } from "./list_model.ts";
import { pairsOf } from "./parameter_model.ts";

/** Compares the response to a query of a list, which has some items, with what the judge expects. */
export async function testPage(
  list: WrittenList,
  query: string,
  response: Response,
  kept = list.items,
): Promise<void> {
  const { unfit, items, total, links } = judgedPage(list, query, kept);
  const words = `${query} of ${listText(list)} [${kept.join(", ")}]`;
  const body = exactJson(await response.text());
  if (unfit.length > 0) {
    equal(response.status, 422, words);
    const problems: readonly { readonly parameter: string }[] = body.errors;
    deepEqual(problems.map(({ parameter }) => parameter), unfit, words);
    return;
  }
  equal(response.status, 200, words);
  deepEqual(body, items.map(exactJson), words);
  equal(response.headers.get("X-Total-Count"), total, words);
  const found = Array.from(
    linksIn(response),
    ([rel, reference]) => [rel, pairsOf(reference.replace(/^\?/, ""))],
  );
  deepEqual(found, links, words);
}

/** Reads the `Link` header of a response (RFC 8288): the references by their relation. */
export function linksIn({ headers }: Response): ReadonlyMap<string, string> {
  const links = (headers.get("Link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"(?:, |$)/g);
  return new Map(Array.from(links, ([, reference = "", rel = ""]) => [rel, reference]));
}
