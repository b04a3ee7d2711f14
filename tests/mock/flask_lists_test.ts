/** Mocks and generated apps give the same pages of lists, and those that a judge expects. */

import { deepEqual, equal } from "node:assert/strict";
import { createMock } from "../../mod.ts";
import { withProjects } from "../generators/written_projects.ts";
import { exactJson } from "../tools/exact_json.ts";
import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import type { RawAnswer } from "../tools/raw_answers.ts";
import { latin1Bytes } from "../tools/raw_request.ts";
import { withServedProjects } from "../tools/served_projects.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitraryList, arbitraryListQuery, listText, type WrittenList } from "./arbitrary_list.ts";
import { linksIn, testPage } from "./judged_lists.ts";
import { testLikeFlask } from "./like_flask.ts";
import { judgedPage } from "./list_model.ts";

const PROJECTS = IS_FULL_TIER ? 20 : 2;
const LISTS_EACH = IS_FULL_TIER ? 50 : 15;
const QUERIES_EACH = 20;

/** Number of queries of each list whose links are followed. */
const FOLLOWED_EACH = 3;

/** Links of a list that do not end lead to more pages. */
const MAX_PAGES = 100;

const FLASKS = IS_FULL_TIER ? [newestFlask, debianFlask] : [newestFlask];

/** A query of a list. */
interface Asked {
  readonly path: string;
  readonly list: WrittenList;
  readonly query: string;
}

/** Returns specs with random lists, and queries of each list. */
function sampled(queriesEach: number) {
  const lists = fc.array(arbitraryList, { minLength: LISTS_EACH, maxLength: LISTS_EACH });
  const projects = fc.sample(lists, PROJECTS);
  const asked = projects.map((each) =>
    each.flatMap((list, at) =>
      fc.sample(arbitraryListQuery(list), queriesEach)
        .map((query): Asked => ({ path: `/r${at}`, list, query }))
    )
  );
  return { specs: projects.map(specOf), asked };
}

/** Writes a spec with a route for each list. */
function specOf(lists: readonly WrittenList[]): string {
  const routes = lists.map((list, at) => {
    const mock = `[${list.items.join(", ")}]`;
    return `"r${at}": {"type": "GET", "list": ${listText(list)}, "mock": ${mock}}`;
  });
  return `{"routes": {${routes.join(", ")}}}`;
}

Deno.test({
  name: "a mock and a generated app give the same page of a list, which the judge expects",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const { specs, asked } = sampled(QUERIES_EACH);
    const sent = asked.map((each) =>
      each.map(({ path, query }) => ({
        method: "GET",
        target: `${path}?${query}`,
        host: "localhost",
        contentType: null,
        body: null,
        isChunked: false,
      }))
    );
    for (const by of FLASKS) {
      const answers = (await testLikeFlask(specs, sent, by)).flat();
      equal(answers.length, asked.flat().length);
      for (const [at, { list, query }] of asked.flat().entries()) {
        await testPage(list, query, responseOf(answers[at]?.answer));
      }
    }
  },
});

function responseOf(answer: RawAnswer | undefined): Response {
  if (answer === undefined) return Response.error();
  const { status, headers, body } = answer;
  return new Response(latin1Bytes(body), { status, headers: Object.fromEntries(headers) });
}

Deno.test({
  name: "the links of a list lead to each item once, in a mock and in a generated app",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: async () => {
    const { specs, asked } = sampled(FOLLOWED_EACH);
    await withProjects(specs, (folders) =>
      withServedProjects(folders, async (addresses) => {
        for (const [at, text] of specs.entries()) {
          const mock = createMock(text);
          for (const { path, list, query } of asked[at] ?? []) {
            if (judgedPage(list, query).unfit.length > 0) continue;
            const url = `${addresses[at]}${path}?${query}`;
            for (const ask of [fetch, (url: string) => mock(new Request(url))]) {
              deepEqual(await followed(url, ask), itemsOf({ list, query }), url);
            }
          }
        }
      }));
  },
});

/** Returns the items on all pages of a list. */
function itemsOf({ list, query }: Pick<Asked, "list" | "query">): readonly unknown[] {
  const whole = query.split("&").filter((part) => !/^(?:limit|offset)=/.test(part)).join("&");
  return judgedPage(list, `${whole}&limit=100`).items.map(exactJson);
}

/** Goes from a page of a list to the first one, follows the links to the end, and returns all items. */
async function followed(
  start: string,
  ask: (url: string) => Promise<Response>,
): Promise<readonly unknown[]> {
  const page = async (reference: string) => {
    const response = await ask(new URL(reference, start).href);
    const links = linksIn(response);
    const items: readonly unknown[] = exactJson(await response.text());
    return { items, links };
  };
  const items: unknown[] = [];
  let next = (await page(start)).links.get("first");
  for (let pages = 0; next !== undefined && pages < MAX_PAGES; pages++) {
    const found = await page(next);
    items.push(...found.items);
    next = found.links.get("next");
  }
  return items;
}
