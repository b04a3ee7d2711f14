/** The style and scripts of the playground. `deno task build:playground` builds the scripts. */

import { createHash } from "node:crypto";
import { late } from "./late.ts";
import { PLAYGROUND_STYLE } from "../pages/playground_style.ts";

/** A file that browsers can cache for ever, because its path contains a hash of its contents. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

export interface PlaygroundAssets {
  readonly style: Asset;
  /** `null` in a checkout without built scripts. */
  readonly scripts: { readonly page: Asset; readonly worker: Asset } | null;
}

/** Loads the assets at their first use, because the scripts are large. */
export const playgroundAssets: () => Promise<PlaygroundAssets> = late(async () => ({
  style: asset("style.css", "text/css", PLAYGROUND_STYLE),
  scripts: await builtScripts(),
}));

/** Loads the scripts. A bundle always contains the scripts, but in a checkout they may not be built. */
async function builtScripts(): Promise<PlaygroundAssets["scripts"]> {
  try {
    const [page, worker] = await Promise.all([
      import("../../dist/playground/page.js", { with: { type: "text" } }),
      import("../../dist/playground/worker.js", { with: { type: "text" } }),
    ]);
    return {
      page: asset("page.js", "text/javascript", page.default),
      worker: asset("worker.js", "text/javascript", worker.default),
    };
  } catch (problem) {
    if (problem instanceof TypeError && /not found/i.test(problem.message)) return null;
    throw problem;
  }
}

function asset(name: string, type: string, text: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const path = `/playground/${name.replace(".", `-${hash}.`)}`;
  return { path, type: `${type}; charset=utf-8`, text };
}
