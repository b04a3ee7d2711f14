import { deepEqual, equal, match, rejects, throws } from "node:assert/strict";
import { type Change, changeSet } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { sleep } from "../../core/sleep.ts";

const [A, B] = [projectPath("a"), projectPath("b")];

function update(path: typeof A, before: string, after: string): Change {
  return { kind: "update", path, before, after };
}

function create(path: typeof A, after: string): Change {
  return { kind: "create", path, before: null, after };
}

function remove(path: typeof A, before: string): Change {
  return { kind: "delete", path, before, after: null };
}

/** Changes that differ from another one in a single property. */
const DIFFERENT: Readonly<Record<string, readonly Change[]>> = {
  "nothing": [],
  "a creation": [create(A, "x")],
  "another path": [create(B, "x")],
  "another text": [create(A, "y")],
  "an empty text": [create(A, "")],
  "a removal": [remove(A, "x")],
  "a removal of another text": [remove(A, "y")],
  "an update from nothing": [update(A, "", "x")],
  "an update to nothing": [update(A, "x", "")],
  "another text before": [update(A, "1", "xy")],
  "the same text before, another after": [update(A, "1", "xz")],
  "the same characters, split elsewhere": [update(A, "1x", "y")],
  "the same, all before": [update(A, "1xy", "")],
  "two changes": [create(A, "x"), create(B, "y")],
  "two changes with their texts swapped": [create(A, "y"), create(B, "x")],
  "a text like two changes": [create(A, "xcreate b undefined 1\ny")],
  "a text like two changes without lengths": [create(A, "xcreate b undefined\ny")],
  "an update and a creation": [update(A, "1", "x"), create(B, "y")],
  "a text before like both": [update(A, "1xcreate b undefined 1\n", "y")],
  "a text before like both without lengths": [update(A, "1xcreate b 1\n", "y")],
};

Deno.test("changeSet() returns different ids for different changes", async () => {
  const names = new Map<string, string>();
  for (const [name, changes] of Object.entries(DIFFERENT)) {
    const id = await changeSet(changes).id;
    match(id, /^sha256:[0-9a-f]{64}$/);
    equal(names.get(id), undefined, `${name} has the id of ${names.get(id)}`);
    names.set(id, name);
  }
});

Deno.test("changeSet() puts records of Layerwright last", () => {
  const paths = [".gitignore", ".layerwright/manifest", ".layerwright/routes/a", "api/app.py"];
  const { changes } = changeSet(paths.toReversed().map((path) => create(projectPath(path), "")));
  const [ignored, manifest, route, app] = paths;
  deepEqual(changes.map(({ path }) => path), [ignored, app, manifest, route]);
});

Deno.test("changeSet() sorts changes by path, and returns equal ids for equal changes", async () => {
  const changes = [create(B, "x"), update(A, "1", "2")];
  const one = changeSet(changes);
  const other = changeSet(changes.toReversed());
  deepEqual(one.changes.map(({ path }) => path), [A, B]);
  deepEqual(other.changes, one.changes);
  equal(await other.id, await one.id);
});

Deno.test("changeSet() rejects two changes with the same path", () => {
  const changes = [create(A, "x"), create(B, "y"), remove(A, "x")];
  throws(() => changeSet(changes), new RangeError("Two changes to 'a'"));
  throws(() => changeSet([create(B, ""), create(B, "")]), new RangeError("Two changes to 'b'"));
});

Deno.test("a failure to compute the id rejects the id and does not end the process", async () => {
  const { digest } = crypto.subtle;
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener("unhandledrejection", note);
  try {
    crypto.subtle.digest = () => Promise.reject(new Error("No hash"));
    const { id } = changeSet([create(A, "x")]);
    await sleep(0);
    deepEqual(unhandled, []);
    await rejects(id, /No hash/);
  } finally {
    crypto.subtle.digest = digest;
    removeEventListener("unhandledrejection", note);
  }
});
