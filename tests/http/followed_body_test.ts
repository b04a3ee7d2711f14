/** The callback at the end of a body runs exactly once, however the body ends. */

import { equal } from "node:assert/strict";
import { sleep } from "../../core/sleep.ts";
import { followed } from "../../http/followed_body.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Source = ReadableStreamDefaultController<Uint8Array>;

interface Ending {
  readonly behaviour: string;
  end(reader: Reader, source: Source): Promise<unknown>;
}

const CHUNK = new Uint8Array(1);

const ENDINGS: readonly Ending[] = [
  {
    behaviour: "is read to its end",
    async end(reader, source) {
      source.close();
      await reader.read();
    },
  },
  {
    behaviour: "is cancelled",
    end: (reader) => reader.cancel(),
  },
  {
    behaviour: "is cancelled twice",
    async end(reader) {
      await reader.cancel();
      await reader.cancel();
    },
  },
  {
    behaviour: "is cancelled while its reader waits",
    async end(reader) {
      const more = reader.read();
      await sleep(0);
      await reader.cancel();
      await more;
    },
  },
  {
    behaviour: "fails",
    async end(reader, source) {
      source.error(new Error("Broken"));
      await reader.read().catch(() => {});
    },
  },
];

for (const { behaviour, end } of ENDINGS) {
  Deno.test(`followed calls back once for a body that ${behaviour}`, async () => {
    const { promise: source, resolve } = Promise.withResolvers<Source>();
    let ends = 0;
    const body = followed(new ReadableStream({ start: resolve }), () => void ends++);
    const reader = body.getReader();
    (await source).enqueue(CHUNK);
    equal((await reader.read()).value, CHUNK);
    equal(ends, 0);
    await end(reader, await source);
    equal(ends, 1);
  });
}
