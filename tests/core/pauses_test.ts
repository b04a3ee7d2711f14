import { equal } from "node:assert/strict";
import { createPauses, type Pause } from "../../core/pauses.ts";

/** Runs a test with a clock that only the test advances, in milliseconds. */
async function withClock(test: (forward: (ms: number) => void) => Promise<void>): Promise<void> {
  const { now } = performance;
  let time = 1_000;
  performance.now = () => time;
  try {
    await test((ms) => void (time += ms));
  } finally {
    performance.now = now;
  }
}

/** Reports whether a pause lets other work run. */
async function letsOthers(pause: Pause): Promise<boolean> {
  let hadTurn = false;
  const turn = new Promise<void>((resolve) =>
    setTimeout(() => {
      hadTurn = true;
      resolve();
    }, 0)
  );
  await pause();
  const before = hadTurn;
  await turn;
  return before;
}

Deno.test("a pause lets other work run when it is due", async () => {
  for (const [pauses, afterMs] of [[createPauses, 10], [() => createPauses(50), 50]] as const) {
    await withClock(async (forward) => {
      const pause = pauses();
      equal(await letsOthers(pause), false);
      forward(afterMs - 1);
      equal(await letsOthers(pause), false);
      forward(1);
      equal(await letsOthers(pause), true);
      equal(await letsOthers(pause), false, "The time is counted from the last pause on");
      forward(afterMs);
      equal(await letsOthers(pause), true);
    });
  }
});
