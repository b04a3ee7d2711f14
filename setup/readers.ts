/** Who can read a file, by the permissions of Unix. */

/** The permissions and owner of a file or folder. */
export interface Access {
  /** The permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Reports whether anybody but its owner can read a file.
 *
 * @param folders The folder that the file is in, and all those above it.
 */
export function hasOtherReaders(file: Access, folders: readonly Access[]): boolean {
  const { mode, uid, gid } = file;
  if ((mode & 0o004) !== 0 && folders.every((folder) => (folder.mode & 0o001) !== 0)) return true;
  // Linux gives each user a group of their own with the same number: nobody else is in it.
  return (mode & 0o040) !== 0 && gid !== uid &&
    folders.every((folder) => (folder.mode & 0o011) !== 0);
}
