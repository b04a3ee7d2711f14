import { deepEqual, equal, rejects } from "node:assert/strict";
import { installLine, setup } from "../../tools/setup.ts";

Deno.test("setup() installs nothing in a second run", async () => {
  await setup();
  deepEqual(await setup(), { kind: "ready", installed: [] });
});

Deno.test("setup() refuses an unknown package", async () => {
  await rejects(setup(["emacs"]), new RangeError("Unknown package 'emacs'"));
});

Deno.test("installLine() returns a shell command", () => {
  equal(
    installLine(["black", "mypy"]),
    "sudo apt-get install -y --no-install-recommends black mypy",
  );
});
