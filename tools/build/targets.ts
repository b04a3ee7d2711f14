/** The platforms of the executables. */

/** A platform. */
export interface Target {
  /** Its name in file names. */
  readonly name: "linux-x64" | "linux-arm64" | "darwin-x64" | "darwin-arm64" | "windows-x64";
  /** Its target triple. */
  readonly triple: string;
  /** The suffix of executables. */
  readonly suffix: "" | ".exe";
}

/** All targets. The tests run on the first platform. */
export const TARGETS: readonly Target[] = [
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", suffix: "" },
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", suffix: "" },
  { name: "darwin-x64", triple: "x86_64-apple-darwin", suffix: "" },
  { name: "darwin-arm64", triple: "aarch64-apple-darwin", suffix: "" },
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", suffix: ".exe" },
];

/**
 * Returns a target by its name.
 *
 * @throws {RangeError} If the name is unknown.
 */
export function targetNamed(name: string): Target {
  const found = TARGETS.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = TARGETS.map((each) => each.name).join(", ");
  throw new RangeError(`Cannot build for '${name}' (known: ${known})`);
}
