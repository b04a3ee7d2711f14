/** Packages from npm, and programs that tests run with Node, downloaded once to `.cache`. */

import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../tools/run_command.ts";
import { exists } from "./exists.ts";

const CACHE = fileURLToPath(new URL("../../.cache/npm", import.meta.url));

/** The version of Node to download if Node is missing or too old. */
const NODE_VERSION = "24.21.0";

/** A program in an npm package. */
export interface NpmProgram {
  /** The package's name and exact version, such as `name@1.2.3`. */
  readonly package: string;
  /** The program's name. */
  readonly bin: string;
  /** The minimum version of Node, as `[major, minor]`. */
  readonly node: readonly [number, number];
}

/** An installed program. */
export interface NpmCommand {
  /** The program's path. */
  readonly program: string;
  /** The value of `PATH`, with a suitable Node. */
  readonly path: string;
}

/**
 * Downloads a program if it is missing.
 *
 * @throws {Error} If the download fails, because tests must not pass without the program.
 */
export async function npmProgram(wanted: NpmProgram): Promise<NpmCommand> {
  const path = await pathWithNode(wanted.node);
  const folder = await fetched(wanted.package, path);
  const program = join(folder, "node_modules", ".bin", wanted.bin);
  if (!exists(program)) throw new Error(`${wanted.package} has no program '${wanted.bin}'`);
  return { program, path };
}

/**
 * Downloads a package if it is missing.
 *
 * @param name Its name, such as `@octokit/openapi`.
 * @returns The package's folder.
 * @throws {Error} If the download fails.
 */
export async function npmPackage(name: string, version: string): Promise<string> {
  const folder = await fetched(`${name}@${version}`, Deno.env.get("PATH") ?? "");
  return join(folder, "node_modules", name);
}

/**
 * Downloads packages that work together if they are missing.
 *
 * @param packages Their names and exact versions, such as `name@1.2.3`.
 * @returns The folder with their `node_modules`.
 * @throws {Error} If the download fails.
 */
export async function npmPackages(packages: readonly string[]): Promise<string> {
  return await fetched(packages.join(" "), Deno.env.get("PATH") ?? "");
}

async function pathWithNode(oldest: readonly [number, number]): Promise<string> {
  const path = Deno.env.get("PATH") ?? "";
  if (await hasNode(oldest)) return path;
  const { os, arch } = Deno.build;
  const platform = `${os === "windows" ? "win" : os}-${arch === "aarch64" ? "arm64" : "x64"}`;
  const folder = await fetched(`node-${platform}@${NODE_VERSION}`, path);
  return `${join(folder, "node_modules", `node-${platform}`, "bin")}${delimiter}${path}`;
}

async function hasNode([oldestMajor, oldestMinor]: readonly [number, number]): Promise<boolean> {
  try {
    const { stdout } = await runCommand("node", ["--version"]);
    const [major = 0, minor = 0] = stdout.replace("v", "").split(".").map(Number);
    return major > oldestMajor || major === oldestMajor && minor >= oldestMinor;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}

/** Returns the folder whose `node_modules` contains a package. */
async function fetched(spec: string, path: string): Promise<string> {
  const folder = join(CACHE, spec.replaceAll("/", "+").replaceAll(" ", ","));
  if (exists(folder)) return folder;
  await Deno.mkdir(CACHE, { recursive: true });
  const staged = await Deno.makeTempDir({ dir: CACHE, prefix: "staged-" });
  try {
    await install(spec, staged, path);
    await Deno.rename(staged, folder);
  } catch (problem) {
    await Deno.remove(staged, { recursive: true });
    // Another test may have installed it first.
    if (!exists(folder)) throw problem;
  }
  return folder;
}

async function install(spec: string, folder: string, path: string): Promise<void> {
  // Without this file, npm would use a package in a parent folder.
  await Deno.writeTextFile(join(folder, "package.json"), "{}");
  const args = ["install", "--save-exact", "--no-audit", "--no-fund", "--loglevel=error"];
  args.push(...spec.split(" "));
  try {
    const env = { PATH: path };
    const { code, stdout, stderr } = await runCommand("npm", args, { cwd: folder, env });
    if (code !== 0) throw new Error(`npm failed with exit code ${code}\n${stdout}${stderr}`);
  } catch (problem) {
    throw new Error(`Cannot get ${spec} from npm, which this test needs`, { cause: problem });
  }
}
