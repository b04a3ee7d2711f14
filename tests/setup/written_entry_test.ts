import { deepEqual, equal } from "node:assert/strict";
import { FORMATS } from "../../formats/formats.ts";
import { fingerprint, likeness, putBack, replacedBy } from "../../setup/written_entry.ts";

const PLACE = { container: ["s"], kind: "map", name: "a" } as const;

Deno.test("replacedBy() returns the changed part, from the entry's name", () => {
  const before = '{"s": {"a": {"url": "x"}, "b": 1}}';
  const after = '{"s": {"a": {"url": "yy"}, "b": 1}}';
  deepEqual(replacedBy(before, after, "a", { url: "x" }), {
    entry: { url: "x" },
    theirs: 'a": {"url": "x',
    ours: 'a": {"url": "yy',
    at: 8,
  });
});

Deno.test("replacedBy() finds the name at the start of the text", () => {
  deepEqual(replacedBy("a:\n  url: x\n", "a:\n  url: y\n", "a", { url: "x" }), {
    entry: { url: "x" },
    theirs: "a:\n  url: x",
    ours: "a:\n  url: y",
    at: 0,
  });
});

Deno.test("replacedBy() starts with the line if the name is not before the change", () => {
  deepEqual(replacedBy("- url: x\n  name: c\n", "- url: y\n  name: c\n", "c", {}), {
    entry: {},
    theirs: "- url: x",
    ours: "- url: y",
    at: 0,
  });
  deepEqual(replacedBy("z\n- url: x", "z\n- url: xx", "c", {}), {
    entry: {},
    theirs: "- url: x",
    ours: "- url: xx",
    at: 2,
  });
});

/** Changes whose parts overlap at both ends. */
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  ["", ""],
  ["aaa", "aa"],
  ["aa", "aaa"],
  ["abab", "ab"],
  ["a\nb\n", "a\nc\nb\n"],
  ["x", "y"],
];

Deno.test("replacedBy() keeps enough to restore the text", () => {
  for (const [before, after] of CHANGES) {
    const { theirs, ours, at } = replacedBy(before, after, "a", {});
    equal(after.slice(at, at + ours.length), ours);
    equal(after.slice(0, at) + theirs + after.slice(at + ours.length), before);
  }
});

const OURS = '"a": {"url": "y"}';
const REPLACED = { entry: { url: "x" }, theirs: '"a": {"url":  "x"}', ours: OURS, at: 7 };

Deno.test("putBack() restores the text, whatever changed around it", () => {
  const back = (text: string) => putBack(FORMATS.json, text, PLACE, REPLACED);
  equal(back(`{"s": {${OURS}}}`), '{"s": {"a": {"url":  "x"}}}');
  equal(back(`{"z": 1,\n"s": {${OURS}}}`), '{"z": 1,\n"s": {"a": {"url":  "x"}}}');
});

Deno.test("putBack() finds the entry among equal ones", () => {
  const text = `{"r": {${OURS}}, "s": {${OURS}}, "t": {${OURS}}}`;
  equal(
    putBack(FORMATS.json, text, PLACE, REPLACED),
    `{"r": {${OURS}}, "s": {"a": {"url":  "x"}}, "t": {${OURS}}}`,
  );
});

Deno.test("putBack() chooses the nearest of several possible parts", () => {
  const replaced = { entry: { url: "x" }, theirs: " ", ours: "\n", at: 4 };
  const text = '{\n"s":\n{"a": {"url": "x"}}\n}';
  equal(putBack(FORMATS.json, text, PLACE, replaced), '{\n"s": {"a": {"url": "x"}}\n}');
});

Deno.test("putBack() returns null if our part is missing or the entry would differ", () => {
  equal(putBack(FORMATS.json, '{"s": {"a": {"url": "z"}}}', PLACE, REPLACED), null);
  equal(putBack(FORMATS.json, `{"r": {${OURS}}}`, PLACE, REPLACED), null);
  equal(putBack(FORMATS.json, `{"s": {${OURS}}`, PLACE, REPLACED), null);
});

Deno.test("putBack() restores an entry if setup removed all of its text", () => {
  const replaced = { entry: { url: "x" }, theirs: '"a": {"url": "x"}', ours: "", at: 7 };
  equal(putBack(FORMATS.json, '{"s": {}}', PLACE, replaced), '{"s": {"a": {"url": "x"}}}');
});

Deno.test("likeness() takes a list for one value", () => {
  const written = [fingerprint({ args: ["run", "layerwright"] }, { entry: {} }, "layerwright")];
  equal(likeness({ args: ["run", "layerwright"] }, written), "same");
  equal(likeness({ args: ["run", "other"] }, written), "foreign");
});
