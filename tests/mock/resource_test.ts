import { deepEqual } from "node:assert/strict";
import { findResources } from "../../mock/resource.ts";
import { checkedSpec } from "../generators/written_projects.ts";

/** Returns the kept items of a list as texts, or the reason why they are not kept. */
function seeds(list: string, item: string, path = "/{id:int}", create = "{}"): readonly string[] {
  const { kept, unkept } = findResources(checkedSpec(`{ "routes": { "a": {
    "methods": { "GET": ${list}, "POST": ${create} },
    "subroutes": { "item": { "path": "${path}", "methods": { "GET": ${item} } } }
  } } }`));
  return kept[0]?.seeds.texts() ?? unkept.map(({ reason }) => reason);
}

const CASES: readonly (readonly [Parameters<typeof seeds>, readonly string[]])[] = [
  [["{}", "{}"], []],
  [['{"mock": [{"id": 2}]}', "{}"], ['{"id":2}']],
  [['{"mock": [{"id": 2}]}', '{"mock": {"id": 2, "a": 1}}'], ['{"id":2}']],
  [['{"mock": []}', '{"mock": {"id": 2}}'], ['{"id":2}']],
  [['{"mock": []}', '{"mock": {"a": 2}}'], []],
  [['{"mock": [{"a": 1}, {"id": 4}]}', "{}"], ['{"id":5,"a":1}', '{"id":4}']],
  [['{"mock": [{"a": 1}]}', "{}", "/{key}"], ['{"id":"1","a":1}']],
  [['{"mock": [{"key": "x", "id": 1}]}', "{}", "/{key}"], ['{"key":"x","id":1}']],
  [
    ['{"mock": [{}]}', "{}", "/{key:uuid}"],
    ['{"id":"00000000-0000-4000-8000-000000000001"}'],
  ],
  [['{"mock": [{}, {"id": 2.5}]}', "{}", "/{key:float}"], ['{"id":3.0}', '{"id":2.5}']],
  [['{"mock": [{"id": 1}, {"id": 1}]}', "{}"], ["its mock has the id 1 twice"]],
  [['{"mock": [{"id": "1"}, {"id": 1}]}', "{}", "/{id}"], ["its mock has the id 1 twice"]],
  [['{"mock": [{"id": -1}]}', "{}"], ["its mock has the id -1, which cannot be in a path"]],
  [
    ['{"mock": [{"id": "a/b"}]}', "{}", "/{id}"],
    ['its mock has the id "a/b", which cannot be in a path'],
  ],
  [['{"mock": [1]}', "{}"], ["its mock is not a list of objects"]],
  [['{"mock": {"items": []}}', "{}"], ["its mock is not a list of objects"]],
  [['{"status": 204}', "{}"], ["its GET has the status 204"]],
];

Deno.test("findResources() reads the items of a collection from its mocks", () => {
  for (const [args, expected] of CASES) deepEqual(seeds(...args), expected, args.join(" "));
});

const ITEM = '{"path": "/{id:int}", "methods": {"GET": {}}}';
const NESTED = '{"path": "/{id:int}/lines", "methods": {"GET": {}}}';
const LINE = '{"path": "/{cart_id:int}/lines/{line}", "methods": {"DELETE": {}}}';

const FOUND = [
  ['{"type": "GET"}', []],
  [`{"methods": {"GET": {}}, "subroutes": {"item": ${ITEM}}}`, ["/a"]],
  [`{"methods": {"POST": {}}, "subroutes": {"item": ${ITEM}}}`, []],
  [`{"methods": {}, "subroutes": {"lines": ${NESTED}, "line": ${LINE}}}`, ["/a/{id:int}/lines"]],
  [
    `{"methods": {"GET": {}}, "subroutes": {"item": ${ITEM}, "lines": ${NESTED}, "line": ${LINE}}}`,
    ["/a", "/a/{id:int}/lines"],
  ],
] as const;

Deno.test("findResources() finds collections whose items have paths, nested ones too", () => {
  for (const [route, paths] of FOUND) {
    const { kept } = findResources(checkedSpec(`{"routes": {"a": ${route}}}`));
    deepEqual(kept.map(({ path }) => path), paths, route);
  }
});
