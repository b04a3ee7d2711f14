/** Files whose owner cannot be changed, because the user is not root. */

import { deepEqual, equal, throws } from "node:assert/strict";
import { join } from "node:path";
import { keepOwnerAndMode } from "../../workspace/owner_and_mode.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

const REFUSAL = new Deno.errors.PermissionDenied("Operation not permitted (os error 1)");
const DEFECT = new Deno.errors.NotFound("No such file or directory (os error 2)");

/**
 * Tries to give a file the owner and mode of another one. Returns the file's mode and the requested
 * owner.
 */
function give(folder: string, problem: Error): readonly [mode: number, asked: readonly number[]] {
  const file = join(folder, "staged");
  Deno.writeTextFileSync(file, "");
  Deno.chmodSync(file, 0o600);
  const info = { ...Deno.statSync(file), uid: 1234, gid: 2345, mode: 0o100640 };
  const asked: number[] = [];
  const { chownSync } = Deno;
  Deno.chownSync = (_path, uid, gid) => {
    asked.push(uid ?? -1, gid ?? -1);
    throw problem;
  };
  try {
    keepOwnerAndMode(file, info);
  } finally {
    Deno.chownSync = chownSync;
  }
  return [(Deno.statSync(file).mode ?? 0) & 0o7777, asked];
}

Deno.test({
  name: "a file that may not be given away gets only the mode",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inTemporaryFolder((folder) => {
      const [mode, asked] = give(folder, REFUSAL);
      equal(mode, 0o640);
      deepEqual(asked, [1234, 2345]);
    }),
});

Deno.test({
  name: "other errors are thrown",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inTemporaryFolder((folder) => {
      throws(() => give(folder, DEFECT), DEFECT);
    }),
});
