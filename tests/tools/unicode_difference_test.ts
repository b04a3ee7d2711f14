import { equal } from "node:assert/strict";
import { debianFlask } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";
import { unicodeDifference } from "./unicode_difference.ts";

/**
 * One character from each of several versions of Unicode (1.1, 5.2, 14, 15, 16, 17), and one from
 * none.
 */
const CHARACTERS = ["a", "\u{2a700}", "\u{1fae0}", "\u{31456}", "\u{1e5d0}", "\u{32000}", "\ufffe"];

Deno.test("unicodeDifference() finds the characters that only one side assigns", async () => {
  const isDifferent = await unicodeDifference(debianFlask);
  const texts = CHARACTERS.map((each) => JSON.stringify(each));
  const read = await runPython("python_texts.py", texts, debianFlask) as readonly unknown[];
  for (const [at, each] of CHARACTERS.entries()) {
    const isUnassigned = read[at] === null;
    equal(isDifferent(`x${each}`), /\p{Cn}/u.test(each) !== isUnassigned, each);
  }
});
