/** Mocks and generated apps give the same pages of lists. */

import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryList, arbitraryListQuery, listText } from "./arbitrary_list.ts";
import { testLikeFlask } from "./like_flask.ts";

const PROJECTS = IS_FULL_TIER ? 20 : 2;
const LISTS_EACH = IS_FULL_TIER ? 50 : 15;
const QUERIES_EACH = 20;

const FLASKS = IS_FULL_TIER ? [newestFlask, debianFlask] : [newestFlask];

Deno.test({
  name: "a mock gives the same page of a list as a generated app, with the same headers",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const lists = fc.array(arbitraryList, { minLength: LISTS_EACH, maxLength: LISTS_EACH });
    const projects = fc.sample(lists, PROJECTS);
    const texts = projects.map((each) => {
      const routes = each.map((list, at) => {
        const mock = `[${list.items.join(", ")}]`;
        return `"r${at}": {"type": "GET", "list": ${listText(list)}, "mock": ${mock}}`;
      });
      return `{"routes": {${routes.join(", ")}}}`;
    });
    const sent = projects.map((each) =>
      each.flatMap((list, at) =>
        fc.sample(arbitraryListQuery(list), QUERIES_EACH).map((query) => ({
          method: "GET",
          target: `/r${at}?${query}`,
          host: "localhost",
          contentType: null,
          body: null,
          isChunked: false,
        }))
      )
    );
    for (const by of FLASKS) await testLikeFlask(texts, sent, by);
  },
});
