/** Accessibility checks of pages, and navigation by keyboard. */

import axe from "axe-core";
import { ok } from "node:assert/strict";
import type { Page } from "playwright-core";

/** A script that opens all details of a page. */
export const UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true";

/** Returns the violations that axe finds. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate("axe.run()") as axe.AxeResults;
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Returns the elements that are wider than the window. */
export function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((each) => each.getBoundingClientRect().right > clientWidth)
      .map((each) => each.outerHTML.slice(0, 100));
  })()`);
}

/** Returns the fields, buttons and boxes of text that cover each other. */
export function covered(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const all = [...document.querySelectorAll("input, select, textarea, button, pre, label")]
      .map((each) => ({ html: each.outerHTML.slice(0, 80), box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const meet = ({ box: a }, { box: b }) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return all.flatMap((one, index) =>
      all.slice(index + 1).filter((other) => meet(one, other))
        .map((other) => one.html + " covers " + other.html)
    );
  })()`);
}

/** Presses Tab until an element has the focus. Each focused element must be visible and outlined. */
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
