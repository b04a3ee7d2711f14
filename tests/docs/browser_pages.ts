/** Compares what a browser shows with the pages of the documentation. */

import { type Browser, chromium, type Page } from "playwright-core";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { isShown } from "./shown_output.ts";

/** The path of Chromium on Debian. */
const CHROMIUM = "/usr/bin/chromium";

/** Timeout for a page's text. */
const TIMEOUT_MS = 10_000;

/** A browser that starts with the first page. Only the full tier starts one. */
export class BrowserPages implements AsyncDisposable {
  #browser: Browser | null = null;
  #page: Page | null = null;

  /**
   * Opens a page, or presses a button of the open one, and waits for a text.
   *
   * @param press The button's name; `undefined` to open the page.
   * @param wanted The lines of the page, in which `...` is any text.
   * @returns The problem, or `null`.
   */
  async check(address: string, press: string | undefined, wanted: string): Promise<string | null> {
    if (!IS_FULL_TIER) return null;
    this.#browser ??= await chromium.launch({ executablePath: CHROMIUM });
    this.#page ??= await this.#browser.newPage();
    const page = this.#page;
    if (press === undefined) await page.goto(address);
    else await page.getByRole("button", { name: press }).click();
    const lines = async () => {
      const text = await page.locator("body").innerText();
      return text.split("\n").filter((line) => line.trim() !== "").map((line) => `${line}\n`).join(
        "",
      );
    };
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
      if (isShown(wanted, await lines())) return null;
      await page.waitForTimeout(50);
    }
    return `the browser shows\n${await lines()}, shown is\n${wanted}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser?.close();
  }
}
