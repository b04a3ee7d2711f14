/** Headers and messages of rate limits. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { Hono } from "hono";
import type { Standing } from "../../http/standing.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import {
  countRequest,
  excess,
  noteStanding,
  tellStandings,
  TooManyRequests,
} from "../../http/rate_limit.ts";

const MINUTE: Standing = {
  policy: { name: "minute", calls: 1_600, windowMs: 60_000, bounds: "requests in a minute" },
  isExceeded: false,
  left: 573,
  resetSeconds: 41,
};

const DAY: Standing = {
  policy: { name: "day", calls: 20_000, windowMs: 86_400_000, bounds: "calls a day" },
  isExceeded: true,
  left: 0,
  resetSeconds: 3_600,
};

async function headersWith(...standings: readonly Standing[]): Promise<readonly (string | null)[]> {
  const app = new Hono<HttpEnv>();
  app.get("/", tellStandings, (c) => {
    for (const standing of standings) noteStanding(c, standing);
    return c.text("done");
  });
  const { headers } = await app.request("/");
  return [headers.get("ratelimit-policy"), headers.get("ratelimit")];
}

Deno.test("a response has headers for every limit that applies to its request", async () => {
  deepEqual(await headersWith(), [null, null]);
  deepEqual(await headersWith(MINUTE), ['"minute";q=1600;w=60', '"minute";r=573;t=41']);
  deepEqual(await headersWith(MINUTE, DAY), [
    '"minute";q=1600;w=60, "day";q=20000;w=86400',
    '"minute";r=573;t=41, "day";r=0;t=3600',
  ]);
});

for (
  const [resetSeconds, wait] of [
    [1, "1 second"],
    [119, "119 seconds"],
    [120, "2 minutes"],
    [121, "3 minutes"],
    [7_140, "119 minutes"],
    [7_141, "2 hours"],
    [7_201, "3 hours"],
    [86_400, "24 hours"],
  ] as const
) {
  Deno.test(`a wait of ${resetSeconds} seconds reads as ${wait}`, () => {
    const standing = { ...DAY, resetSeconds };
    equal(excess(standing), `More than 20,000 calls a day; try again in ${wait}`);
    deepEqual(new TooManyRequests(standing).headers, { "Retry-After": String(resetSeconds) });
  });
}

for (const standing of [MINUTE, { ...MINUTE, isExceeded: true, left: 0 }]) {
  const ends = standing.isExceeded ? "refuses a request above" : "counts a request within";
  Deno.test(`countRequest() ${ends} the limit, once`, async () => {
    const counted: string[] = [];
    const rates = {
      count(subject: string) {
        counted.push(subject);
        return standing;
      },
    };
    const app = new Hono<HttpEnv>();
    app.get("/", async (c) => {
      const counting = countRequest(c, { rates }, "key_1");
      if (standing.isExceeded) await rejects(counting, TooManyRequests);
      else await counting;
      await countRequest(c, { rates }, "key_2");
      return c.json(c.var.standings);
    });
    deepEqual(await (await app.request("/")).json(), [standing]);
    deepEqual(counted, ["key_1"]);
  });
}
