/**
 * Strict assertions. In Deno's `node:assert/strict`, functions such as `equal` and `deepEqual` are
 * the loose ones, for which `null` equals `undefined`. So `deno.json` maps that module to this one.
 */

export {
  deepStrictEqual as deepEqual,
  doesNotMatch,
  doesNotThrow,
  fail,
  match,
  notDeepStrictEqual as notDeepEqual,
  notStrictEqual as notEqual,
  ok,
  rejects,
  strictEqual as equal,
  throws,
} from "node:assert";
