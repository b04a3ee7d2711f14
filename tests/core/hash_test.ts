import { equal, notEqual, ok } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { hashBytes, hashText } from "../../core/hash.ts";
import { fc } from "../tools/tier.ts";

const METHOD = "    def get_items(self) -> list[Item]:\n        return self._repository.items()\n";

/** Swaps the first and the last character of a text. */
function swapped(text: string): string {
  return text.slice(-1) + text.slice(1, -1) + text.slice(0, 1);
}

/** Generates texts with small differences, which a weak hash would miss. */
function* neighbours(): Generator<string> {
  yield METHOD;
  for (let offset = 0; offset < METHOD.length; offset++) {
    const [before, after] = [METHOD.slice(0, offset), METHOD.slice(offset + 1)];
    for (let code = 32; code < 127; code++) {
      const character = String.fromCharCode(code);
      if (character !== METHOD[offset]) yield before + character + after;
    }
    for (let more = 1; more <= 8 && offset + more < METHOD.length; more++) {
      yield before + swapped(METHOD.slice(offset, offset + more + 1)) +
        METHOD.slice(offset + more + 1);
    }
  }
  for (const filler of [" ", "\0", "a"]) {
    for (let length = 100; length < 1_100; length++) yield filler.repeat(length);
  }
  for (let number = 0; number < 20_000; number++) yield `name_${number} = ${number}\n`;
}

Deno.test("texts with small differences have different hashes", () => {
  const texts = new Map<string, string>();
  for (const text of neighbours()) {
    const hash = hashText(text);
    equal(texts.get(hash) ?? text, text);
    texts.set(hash, text);
  }
});

Deno.test("the half of a hash that manifests store has few collisions", () => {
  const texts = new Set(neighbours());
  const halves = new Set([...texts].map((text) => hashText(text).slice(8)));
  // Among thirty thousand random values of 32 bits, a collision has a chance of one in ten.
  ok(texts.size - halves.size <= 3, `${texts.size - halves.size} collide`);
});

Deno.test("the hash of bytes does not depend on their offset in memory", () => {
  fc.assert(fc.property(fc.uint8Array(), fc.nat({ max: 7 }), (bytes, offset) => {
    const moved = new Uint8Array(bytes.length + offset);
    moved.set(bytes, offset);
    equal(hashBytes(moved.subarray(offset)), hashBytes(bytes));
    equal(hashBytes(Buffer.from(moved.buffer, offset, bytes.length)), hashBytes(bytes));
    notEqual(hashBytes(Uint8Array.of(...bytes, 0)), hashBytes(bytes));
  }));
});

/** The hashes of bytes that grow by 31 each, modulo 251. */
const KEPT: readonly (readonly [length: number, hash: string])[] = [
  [0, "283226d9c55b7555"],
  [3, "63221d989ca407dd"],
  [4_096, "31ff3e0d08210c6c"],
  [4_097, "534d6e38dfae0c9a"],
  [8_195, "46aa41e3eec5f65f"],
  [100_003, "c8a3dbfcbe818c40"],
];

Deno.test("hashes never change, because manifests store them", () => {
  for (const [length, hash] of KEPT) {
    for (const offset of [0, 1, 4]) {
      const bytes = Uint8Array.from(
        { length: length + offset },
        (_, index) => (index - offset) * 31 % 251,
      );
      equal(hashBytes(bytes.subarray(offset)), hash, `${length} bytes from ${offset}`);
    }
  }
  equal(hashText("class A:\n    pass\n"), "0012892a7fb2f19f");
});
