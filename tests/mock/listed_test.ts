/** Pages of the items that a mock keeps. */

import { equal } from "node:assert/strict";
import { createMock } from "../../mod.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryList, arbitraryListQuery, listText } from "./arbitrary_list.ts";
import { testPage } from "./judged_lists.ts";

const LISTS = IS_FULL_TIER ? 1_000 : 50;
const QUERIES_EACH = 20;

const identified = fc.record({
  list: arbitraryList,
  deleted: fc.array(fc.nat(11)),
  created: fc.array(fc.nat(11), { maxLength: 4 }),
});

Deno.test("a mock that keeps its items gives the pages that the judge of lists expects", async () => {
  for (const { list, deleted, created } of fc.sample(identified, LISTS)) {
    const items = list.items.map(withId);
    const route = `{
      "methods": {
        "GET": {"list": ${listText(list)}, "mock": [${items.join(", ")}]},
        "POST": {}
      },
      "subroutes": {"item": {"path": "/{id:int}", "methods": {"GET": {}, "DELETE": {"status": 204}}}}
    }`;
    const mock = createMock(`{"routes": {"r": ${route}}}`, { state: true });
    const ask = (method: string, path: string, body?: string) =>
      mock(
        new Request(`http://localhost/r${path}`, {
          method,
          ...(body !== undefined && { body, headers: { "Content-Type": "application/json" } }),
        }),
      );
    const kept = new Map(items.map((text, id) => [id, text]));
    for (const id of deleted) {
      equal((await ask("DELETE", `/${id}`)).status, kept.delete(id) ? 204 : 404);
    }
    for (const [at, from] of created.entries()) {
      const text = list.items[from];
      if (text === undefined) continue;
      const id = 100 + at;
      equal((await ask("POST", "", withId(text, id))).status, 201);
      kept.set(id, withId(text, id));
    }
    for (const query of fc.sample(arbitraryListQuery(list), QUERIES_EACH)) {
      await testPage(list, query, await ask("GET", `?${query}`), [...kept.values()]);
    }
  }
});

/** Adds an id to the text of an item. */
function withId(text: string, id: number): string {
  return `{"id": ${id}${text === "{}" ? "" : ", "}${text.slice(1)}`;
}
