import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { installLine, missingMessage, setup, setupOnly } from "../../tools/setup.ts";

Deno.test("setup() installs nothing in a second run", async () => {
  await setup();
  deepEqual(await setup(), { kind: "ready", installed: [] });
});

Deno.test("setupOnly() does not look at packages that a task does not name", async () => {
  deepEqual(await setupOnly([]), { kind: "ready", installed: [] });
  await rejects(setupOnly(["emacs"]), new RangeError("Unknown package 'emacs'"));
});

Deno.test("missingMessage() names the packages, and the way on for each system", () => {
  match(
    missingMessage(["python3-flask"]),
    /^Missing: python3-flask\nOn Debian, run: sudo apt-get .* python3-flask\nOn other systems, /,
  );
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
