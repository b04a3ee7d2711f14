import { deepEqual, equal, rejects } from "node:assert/strict";
import { installLine, setup } from "../../tools/setup.ts";

Deno.test("setup() finds everything there after it has run once", async () => {
  await setup();
  deepEqual(await setup(), { kind: "ready", installed: [] });
});

Deno.test("setup() refuses a package that no test needs", async () => {
  await rejects(setup(["emacs"]), new RangeError("Unknown package 'emacs'"));
});

Deno.test("installLine() is one line to paste", () => {
  equal(
    installLine(["black", "mypy"]),
    "sudo apt-get install -y --no-install-recommends black mypy",
  );
});
