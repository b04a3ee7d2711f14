/** Compiles a bundle and a runtime to an executable. */

import { dirname } from "node:path";
import { runCommand } from "../run_command.ts";
import type { Bundle } from "./bundle.ts";
import type { Program } from "./programs.ts";
import type { Target } from "./targets.ts";
import type { Toolchain } from "./toolchain.ts";

/**
 * Compiles a bundle.
 *
 * @param executable The path of the output.
 * @throws {Error} If the toolchain has no runtime for the target, or fails.
 */
export async function compile(
  { permissions, v8Flags }: Pick<Program, "permissions" | "v8Flags">,
  { entry }: Pick<Bundle, "entry">,
  { target, toolchain, executable }: {
    readonly target: Target;
    readonly toolchain: Toolchain;
    readonly executable: string;
  },
): Promise<void> {
  const base = await toolchain.base(target);
  const [program, ...words] = toolchain.command;
  const args = [
    ...words,
    ...["compile", "--quiet", "--no-check", "--no-config", ...permissions],
    ...v8Flags.length > 0 ? [`--v8-flags=${v8Flags.join(",")}`] : [],
    ...["--target", target.triple, "--output", executable, entry],
  ];
  const { code, stdout, stderr } = await runCommand(program, args, {
    // The compiler does not run in the checkout, because a bundle needs no lock and no
    // configuration.
    cwd: dirname(entry),
    // Before 2.9, Deno does not use the system's certificates by default.
    env: { DENO_TLS_CA_STORE: "system", ...base === null ? {} : { DENORT_BIN: base } },
  });
  if (code === 0) return;
  throw new Error(failure(target, toolchain, `${stdout}${stderr}`.trim()));
}

/** Describes a failure. Most builds fail because the runtime cannot be downloaded. */
function failure({ name }: Target, { version, reservation }: Toolchain, said: string): string {
  const advice = reservation === null
    ? `\n'deno compile' downloads the runtime of Deno ${version} from dl.deno.land for each target. ` +
      "If that host is not reachable, set DENORT_BIN to a runtime of exactly this version, " +
      "or use 'deno task build:offline', whose executables are for tests only."
    : "";
  return `Cannot compile for ${name} with Deno ${version}:\n${said}${advice}`;
}
