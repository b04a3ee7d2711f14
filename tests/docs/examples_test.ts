/**
 * Runs the examples of all pages. After an intended change, run the test with `LAYERWRIGHT_GOLDEN=write` to
 * update the output in the pages, and review the diff.
 */

import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { type Block, fencedBlocks } from "../../tools/docs/blocks.ts";
import { CHECKOUT, readPages } from "../../tools/docs/pages.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { type PageRun, runPage } from "./run_page.ts";

const README = { path: "README.md", text: Deno.readTextFileSync(join(CHECKOUT, "README.md")) };

const pages = [README, ...readPages().map(({ path, text }) => ({ path: `docs/${path}`, text }))];

for (const { path, text } of pages) {
  const blocks = fencedBlocks(text);
  if (blocks.length === 0) continue;
  Deno.test(`the examples of ${path} work, and print the output that the page shows`, async () => {
    const run = await inTemporaryFolder((home) => runPage(blocks, home));
    const isWritten = Deno.env.get("LAYERWRIGHT_GOLDEN") === "write";
    if (isWritten) Deno.writeTextFileSync(join(CHECKOUT, path), correctedPage(text, blocks, run));
    const faults = run.faults.filter(({ isOutput }) => !(isOutput && isWritten));
    deepEqual(faults.map(({ line, what }) => `${path}:${line} ${what}`), []);
  });
}

function correctedPage(text: string, blocks: readonly Block[], { corrected }: PageRun): string {
  const lines = text.split("\n");
  for (const { line, text: before } of blocks.toReversed()) {
    const after = corrected.get(line);
    if (after === undefined) continue;
    lines.splice(line, before.split("\n").length - 1, ...after.split("\n").slice(0, -1));
  }
  return lines.join("\n");
}
