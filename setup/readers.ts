/** Who can read a file, by the permissions of Unix. */

/** The permissions and owner of a file or folder. */
export interface Access {
  /** The permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Whether it has an access control list, or a folder one for its new files. */
  readonly hasList: boolean;
}

/**
 * Reports whether anybody but its owner may be able to read a file.
 *
 * @param folders The folder that the file is in, and all those above it, the innermost first.
 */
export function hasOtherReaders(file: Access, folders: readonly Access[]): boolean {
  // What is written takes the file's place, with its mode, and the list that the folder gives new files.
  const hasList = file.hasList || folders[0]?.hasList === true;
  return isOpen({ ...file, hasList }, 0o004) && folders.every((each) => isOpen(each, 0o001));
}

/** @param bit The permission in question, as others would have it. */
function isOpen({ mode, uid, gid, hasList }: Access, bit: number): boolean {
  if ((mode & bit) !== 0) return true;
  // Linux gives each user a group of their own with the same number: nobody else is in it. Where there
  // is a list, the group's bits are the most that it gives anybody.
  return (mode & (bit << 3)) !== 0 && (gid !== uid || hasList);
}
