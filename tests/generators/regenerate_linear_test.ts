/**
 * The work of `generate api` on an existing project is linear in the sizes of the spec and the
 * project.
 */

import { ok } from "node:assert/strict";
import type { ApiSpecInput, GenerateApiOptions, JsonValue } from "../../mod.ts";
import { countWork } from "../tools/counted_work.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { type Edit, generate, regenerate } from "./edited_project.ts";

const HANDLERS = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";

/** Returns a spec with one route that has many subroutes. */
function spec(
  size: number,
  type: "GET" | "PUT" = "GET",
  { path = "/users", mock }: { readonly path?: string; readonly mock?: JsonValue } = {},
): ApiSpecInput {
  const subroute = { type, ...(mock !== undefined && { mock }) };
  const subroutes = Array.from({ length: size }, (_, index) => [`s${index}`, subroute] as const);
  return {
    routes: { users: { type: "GET", path, subroutes: Object.fromEntries(subroutes) } },
  };
}

/** Returns a spec with many routes. */
function wide(
  size: number,
  mock: JsonValue,
  type: "GET" | "PUT" = "GET",
  path = "",
): ApiSpecInput {
  const routes = Array.from({ length: size }, (_, index) =>
    [
      `r${index}`,
      {
        type: "GET",
        path: `${path}/r${index}`,
        mock,
        subroutes: { part: { type, mock: { id: index } } },
      },
    ] as const);
  return { routes: Object.fromEntries(routes) };
}

/** Creates an edit that replaces each occurrence of a text in a file. */
function everywhere(path: string, text: string, by: string): Edit {
  return (files) => ({ ...files, [path]: files[path]?.replaceAll(text, by) ?? "" });
}

const SAME: Edit = (files) => files;
const EDITED_HANDLERS = everywhere(HANDLERS, "    return ", "    print()\n    return ");
const RENAMED_HANDLERS = everywhere(HANDLERS, "def get_s", "def fetch_s");
const EDITED_SERVICE = everywhere(SERVICE, "        return ", "        print()\n        return ");

/** A mock whose nested object gets a model of its own. */
const NESTED = { id: 1, part: { name: "lamp" } };

interface Case {
  readonly what: string;
  /** Returns the first spec; a route with many subroutes by default. */
  readonly first?: (size: number) => ApiSpecInput;
  readonly edit: Edit;
  readonly next: (size: number) => ApiSpecInput;
  readonly options?: GenerateApiOptions;
}

const CASES: readonly Case[] = [
  { what: "the same spec", edit: SAME, next: (size) => spec(size) },
  { what: "other methods", edit: SAME, next: (size) => spec(size, "PUT") },
  {
    what: "other methods of edited handlers",
    edit: EDITED_HANDLERS,
    next: (size) => spec(size, "PUT"),
  },
  {
    what: "other methods of edited handlers, which follow the spec",
    edit: EDITED_HANDLERS,
    next: (size) => spec(size, "PUT"),
    options: { force: true },
  },
  {
    what: "other methods of edited handlers, which stay",
    edit: EDITED_HANDLERS,
    next: (size) => spec(size, "PUT"),
    options: { keepEdited: true },
  },
  {
    what: "other methods of renamed handlers",
    edit: RENAMED_HANDLERS,
    next: (size) => spec(size, "PUT"),
  },
  { what: "other mocks", edit: SAME, next: (size) => spec(size, "GET", { mock: [1] }) },
  {
    what: "other mocks of renamed handlers",
    edit: RENAMED_HANDLERS,
    next: (size) => spec(size, "GET", { mock: [1] }),
  },
  {
    what: "other mocks of edited services",
    edit: EDITED_SERVICE,
    next: (size) => spec(size, "GET", { mock: [1] }),
    options: { force: true },
  },
  { what: "another prefix", edit: SAME, next: (size) => spec(size, "GET", { path: "/people" }) },
  {
    what: "another prefix of edited handlers",
    edit: EDITED_HANDLERS,
    next: (size) => spec(size, "GET", { path: "/people" }),
  },
  {
    what: "another prefix, also of endpoints that the spec no longer has",
    edit: SAME,
    next: () => spec(1, "GET", { path: "/people" }),
  },
  { what: "endpoints to prune", edit: SAME, next: () => spec(1), options: { prune: true } },
  {
    what: "edited endpoints to prune",
    edit: EDITED_SERVICE,
    next: () => spec(1),
    options: { prune: true },
  },
  ...[
    { what: "other mocks of many routes", next: (size: number) => wide(size, { id: 2 }) },
    { what: "the same mocks of many routes", next: (size: number) => wide(size, NESTED) },
    { what: "other methods of many routes", next: (size: number) => wide(size, NESTED, "PUT") },
    {
      what: "other prefixes of many routes",
      next: (size: number) => wide(size, NESTED, "GET", "/v1"),
    },
    { what: "many routes to prune", next: () => wide(1, NESTED), options: { prune: true } },
  ].map((each) => ({ ...each, edit: SAME, first: (size: number) => wide(size, NESTED) })),
];

for (const { what, first = spec, edit, next, options } of CASES) {
  Deno.test(`generateApi() takes linear time for ${what}`, async () => {
    const work = async (size: number) => {
      const files = edit(await generate(first(size)));
      return await countWork(() => regenerate(files, next(size), options));
    };
    // The first run fills caches.
    await work(5);
    const size = first === spec || IS_FULL_TIER ? 20 : 10;
    const [few, many] = [await work(size), await work(4 * size)];
    // The comparison of lines for a report takes more than linear time, up to a limit.
    ok(many < 8 * few, `${few} steps for size ${size}, ${many} for four times that`);
  });
}
