/** The computers that executables are built for. */

/** A kind of computer. */
export interface Target {
  /** As it stands in the names of files. */
  readonly name: "linux-x64" | "linux-arm64" | "darwin-x64" | "darwin-arm64" | "windows-x64";
  /** As compilers call it. */
  readonly triple: string;
  /** What names of executables end with. */
  readonly suffix: "" | ".exe";
}

/** All targets; the first is where the checks run. */
export const TARGETS: readonly Target[] = [
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", suffix: "" },
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", suffix: "" },
  { name: "darwin-x64", triple: "x86_64-apple-darwin", suffix: "" },
  { name: "darwin-arm64", triple: "aarch64-apple-darwin", suffix: "" },
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", suffix: ".exe" },
];

/**
 * A target by its name.
 *
 * @throws {RangeError} If there is none.
 */
export function targetNamed(name: string): Target {
  const found = TARGETS.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = TARGETS.map((each) => each.name).join(", ");
  throw new RangeError(`Cannot build for '${name}' (known: ${known})`);
}
