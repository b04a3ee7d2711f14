import { equal, match, throws } from "node:assert/strict";
import { terminalPicture } from "../../../tools/docs/terminal_picture.ts";

const ESCAPE = "\x1b";

function picture(...lines: readonly string[]): string {
  return terminalPicture([{ command: "cat <x>", lines }], "A & B");
}

Deno.test("terminalPicture() shows commands, lines and a title unchanged", () => {
  const svg = picture("  1 < 2", "", "end");
  match(svg, /<title id="title">A &amp; B<\/title>/);
  match(svg, />cat &lt;x&gt;<\/text>/);
  match(svg, / {2}1 &lt; 2<\/text>/);
  equal(svg.match(/<text /g)?.length, 4);
});

Deno.test("terminalPicture() colours text as the terminal does", () => {
  const svg = picture(`${ESCAPE}[32mnew${ESCAPE}[39m old ${ESCAPE}[1mbold${ESCAPE}[m`);
  match(svg, /><tspan class="green">new<\/tspan> old <tspan class="bold">bold<\/tspan><\/text>/);
});

Deno.test("terminalPicture() shows each line once its command is typed", () => {
  const delays = picture("first").matchAll(/animation-delay: (\d+)ms/g);
  const [prompt = 0, typed = 0, line = 0] = [...delays].map(([, delay]) => Number(delay));
  equal(prompt < typed && typed < line, true);
});

for (
  const [title, line, message] of [
    ["wider than the terminal", "x".repeat(83), /Wider than 82 columns/],
    ["with an unknown colour", `${ESCAPE}[35mx`, /Unknown escape code/],
    ["with a cursor movement", `${ESCAPE}[2Jx`, /Unknown escape code/],
  ] as const
) {
  Deno.test(`terminalPicture() refuses a line ${title}`, () => {
    throws(() => picture(line), message);
  });
}
