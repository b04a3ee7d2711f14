import { equal } from "node:assert/strict";
import { growthPicture } from "../../tools/docs/growth_picture.ts";

Deno.test("the README's picture shows the real output (to update it, run `deno task docs:terminal`)", async () => {
  const committed = await Deno.readTextFile(
    new URL("../../docs/images/growth.svg", import.meta.url),
  );
  equal(committed, await growthPicture());
});
