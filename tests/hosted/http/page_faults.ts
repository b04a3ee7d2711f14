/** What bars people from a page, and the way through it by keyboard. */

import axe from "axe-core";
import { ok } from "node:assert/strict";
import type { Page } from "playwright-core";

/** Shows all that a page has. */
export const UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true";

/** What axe finds. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate("axe.run()") as axe.AxeResults;
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Elements that stand out of the page to the right. */
export function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((each) => each.getBoundingClientRect().right > clientWidth)
      .map((each) => each.outerHTML.slice(0, 100));
  })()`);
}

/** Walks on with the Tab key until something is focused, all of it to be seen. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 200; steps++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(`(() => {
      const it = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(it);
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return {
        isWanted: it.matches(${JSON.stringify(selector)}),
        isPage: it === document.body,
        html: it.outerHTML.slice(0, 200),
        hasOutline: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
        isSeen: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
      };
    })()`) as Record<"isWanted" | "isPage" | "hasOutline" | "isSeen", boolean> & { html: string };
    if (!focused.isPage) ok(focused.hasOutline && focused.isSeen, focused.html);
    if (focused.isWanted) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}
