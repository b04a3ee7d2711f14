/** Extracts the runtime from an executable that `deno compile` of Deno 2.7 or older created. */

import { cutAppleArmBase } from "./cut_apple_arm_base.ts";

/** The mark that `deno compile` writes between the runtime and the program on Intel Macs. */
const SENTINEL = [...new TextEncoder().encode("<~sui-data~>"), 0xef, 0xbe, 0xad, 0xde];

const [ELF, PORTABLE, APPLE] = [0x7f454c46, 0x4d5a, 0xcffaedfe];
const [X86_64, ARM64] = [0x01000007, 0x0100000c];

/** The format of a file, by its first bytes. */
export type ExecutableFormat = "ELF" | "PE" | "Mach-O x64" | "Mach-O arm64";

/**
 * Returns the format of an executable.
 *
 * @throws {TypeError} If the file is not an executable for a supported platform.
 */
export function formatOf(file: Uint8Array): ExecutableFormat {
  const view = viewOf(file);
  if (view.getUint32(0) === ELF) return "ELF";
  if (view.getUint16(0) === PORTABLE) return "PE";
  const kind = view.getUint32(0) === APPLE ? view.getUint32(4, true) : 0;
  if (kind === X86_64) return "Mach-O x64";
  if (kind === ARM64) return "Mach-O arm64";
  throw new TypeError("The file is not an executable for Linux, macOS or Windows");
}

/**
 * Returns the runtime without the program.
 *
 * @throws {TypeError} If the file is not an executable, or contains no program.
 */
export function cutBase(file: Uint8Array): Uint8Array {
  switch (formatOf(file)) {
    case "ELF":
      return upToSections(file);
    case "PE":
      // On Windows, the program is a resource, and `deno compile` replaces it.
      return file;
    case "Mach-O x64":
      return upToSentinel(file);
    case "Mach-O arm64":
      return cutAppleArmBase(file);
  }
}

/** Cuts an ELF file after its section headers, which linkers write last. The program follows them. */
function upToSections(file: Uint8Array): Uint8Array {
  const view = viewOf(file);
  const headers = Number(view.getBigUint64(0x28, true));
  return file.subarray(0, headers + view.getUint16(0x3a, true) * view.getUint16(0x3c, true));
}

function upToSentinel(file: Uint8Array): Uint8Array {
  const end = new DataView(file.buffer, file.byteOffset);
  for (let at = file.length - SENTINEL.length; at > 0; at--) {
    if (SENTINEL.every((byte, index) => end.getUint8(at + index) === byte)) {
      return file.subarray(0, at);
    }
  }
  throw new TypeError("The executable contains no program");
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}
