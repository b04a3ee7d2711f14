import { equal, throws } from "node:assert/strict";
import { orNullIfAbsent, systemReason, tryToRemove } from "../../workspace/system_calls.ts";

for (
  const [what, error, reason] of [
    ["an error of the system", new Error("File exists (os error 17): mkdir 'a'"), "File exists"],
    ["one that names nothing", new Error("No such file (os error 2)"), "No such file"],
    [
      "a permission that Deno lacks",
      new Deno.errors.NotCapable(
        'Requires write access to "/srv", run again with the --allow-write flag',
      ),
      "Deno needs --allow-write",
    ],
    [
      "a permission that is not named",
      new Deno.errors.NotCapable("Requires more"),
      "Deno needs another permission",
    ],
    ["a mistake of ours", new RangeError("Out of range"), null],
    ["a text that was thrown", "File exists (os error 17)", null],
    ["nothing", undefined, null],
  ] as const
) {
  Deno.test(`systemReason of ${what} is ${reason}`, () => {
    equal(systemReason(error), reason);
  });
}

Deno.test("orNullIfAbsent() returns null for absent files, and throws other errors", () => {
  equal(orNullIfAbsent(() => 1), 1);
  for (const Absent of [Deno.errors.NotFound, Deno.errors.NotADirectory]) {
    equal(
      orNullIfAbsent(() => {
        throw new Absent();
      }),
      null,
    );
  }
  throws(
    () =>
      orNullIfAbsent(() => {
        throw new Deno.errors.PermissionDenied();
      }),
    Deno.errors.PermissionDenied,
  );
});

Deno.test("tryToRemove() ignores errors of the system, and throws other errors", () => {
  tryToRemove(() => {
    throw new Error("Device or resource busy (os error 16)");
  });
  throws(() =>
    tryToRemove(() => {
      throw new RangeError("Ours");
    }), RangeError);
});
