/**
 * Builds the command line as one executable without Deno's own download, for checks only: the base that
 * it is built on comes from inside another program's package, and has no published hash to compare with.
 * Releases are built with `deno compile`.
 */

import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run_command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");

/** What the executable is called, unless it is one of several. */
const OFFLINE_EXECUTABLE = "layerwright-offline-linux-x64";

/** A program that `deno compile` of exactly this version made. */
const BASE_PACKAGE = "@stdy/cli-linux-x64@0.22.2";
const BASE_PROGRAM = "package/bin/steady";
const BASE_DENO = "deno@2.7.11";
/**
 * All functions are compiled, with their source positions, into the code cache of the first run. Without
 * that every run compiles what it calls, and whole modules again for the first error's stack. Room for
 * 16 MB of young objects spares most runs the garbage collector.
 */
const V8_FLAGS = "--no-lazy,--no-enable-lazy-source-positions,--min-semi-space-size=16";
const TARGET = "x86_64-unknown-linux-gnu";

/**
 * Builds the executable; a base from an earlier build is used again.
 *
 * @param name Its name: builds that go on at the same time need names of their own.
 */
export async function buildOffline(name = OFFLINE_EXECUTABLE): Promise<string> {
  if (Deno.build.target !== TARGET) throw new Error(`Only ${TARGET} can be built offline`);
  await Deno.mkdir(DIST, { recursive: true });
  const executable = join(DIST, name);
  const bundle = `${executable}-bundle`;
  await Deno.remove(bundle, { recursive: true }).catch(() => null);
  await run(Deno.execPath(), [
    ...["bundle", "--platform", "deno", "--minify"],
    // What few commands need stays in a file of its own, loaded late.
    ...["--code-splitting", "--outdir", bundle, "cli.ts"],
  ]);
  const base = await fetchBase();
  const compile = [
    ...["compile", "-q", "--no-check", "--no-config", "-A"],
    ...[`--v8-flags=${V8_FLAGS}`, "--target", TARGET],
  ];
  await run(
    "npx",
    ["-y", BASE_DENO, ...compile, "-o", executable, join(bundle, "cli.js")],
    {
      DENORT_BIN: base,
      DENO_TLS_CA_STORE: "system",
    },
  );
  return executable;
}

/** The runtime without a program in it: `denort`, as `deno compile` would download it. */
async function fetchBase(): Promise<string> {
  const base = join(DIST, `denort-${BASE_DENO.replace("@", "-")}`);
  if (await isFile(base)) return base;
  const folder = await Deno.makeTempDir({ prefix: "layerwright-base-" });
  try {
    await run("npm", ["pack", "--silent", "--pack-destination", folder, BASE_PACKAGE]);
    const archive = [...Deno.readDirSync(folder)].find(({ name }) => name.endsWith(".tgz"));
    await run("tar", ["-xzf", join(folder, archive?.name ?? ""), "-C", folder]);
    const program = await Deno.readFile(join(folder, BASE_PROGRAM));
    // Whoever else builds sees it whole or not at all.
    const draft = join(DIST, basename(folder));
    await Deno.writeFile(draft, withoutPayload(program), { mode: 0o755 });
    await Deno.rename(draft, base);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return base;
}

/** An ELF file up to the end of its section headers: the program's own code lies behind them. */
function withoutPayload(program: Uint8Array): Uint8Array {
  const view = new DataView(program.buffer, program.byteOffset);
  if (view.getUint32(0) !== 0x7f454c46) throw new Error(`${BASE_PROGRAM} is no ELF file`);
  const headers = Number(view.getBigUint64(0x28, true));
  return program.subarray(0, headers + view.getUint16(0x3a, true) * view.getUint16(0x3c, true));
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd: ROOT, env });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed\n${stdout}${stderr}`);
}

if (import.meta.main) console.log(await buildOffline());
