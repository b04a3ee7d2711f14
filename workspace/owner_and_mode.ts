/** A file that takes another's place shall belong to the same people. */

/** Gives a staged file the owner and mode of the one whose place it takes, as far as we may. */
export function keepOwnerAndMode(staged: string, { uid, gid, mode }: Deno.FileInfo): void {
  if (uid === null || gid === null || mode === null) return; // Windows
  const made = Deno.statSync(staged);
  if (made.uid !== uid || made.gid !== gid) tryToGiveAway(staged, uid, gid);
  if (made.mode !== mode) Deno.chmodSync(staged, mode & 0o7777);
}

function tryToGiveAway(path: string, uid: number, gid: number): void {
  try {
    Deno.chownSync(path, uid, gid);
  } catch (error) {
    // Only root may; for others the file becomes theirs, as when they save it from an editor.
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}
