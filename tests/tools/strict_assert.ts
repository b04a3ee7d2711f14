/**
 * Strict assertions. Deno's `node:assert/strict` exports the loose functions as `equal`, `deepEqual` and so on,
 * for which `null` equals `undefined`. `deno.json` maps that module to this one.
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
