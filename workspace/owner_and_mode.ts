/** Keeps the owner and the mode of a file that is replaced. */

/** Gives a staged file the mode of the file that it will replace and, if permitted, the owner. */
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
    // Only root may change owners. If another user replaces a file, the new file belongs to that user, as
    // when an editor saves a file.
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}
