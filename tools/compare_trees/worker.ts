/// <reference lib="deno.worker" />

/** Lives the projects of seeds that another thread sends. */

/** A seed to compare. */
export interface Task {
  /** The folder of the other checkout. */
  readonly other: string;
  readonly seed: number;
  readonly codeOnly: boolean;
}

// The listener must exist before the modules, which wait for Python, are loaded: messages do not wait.
self.addEventListener("message", async ({ data }: MessageEvent<Task>) => {
  const { other, seed, codeOnly } = data;
  const { comparedLife } = await import("./compared_life.ts");
  const { libraryOf } = await import("./library.ts");
  self.postMessage(await comparedLife(await libraryOf(other), seed, { codeOnly }));
});
