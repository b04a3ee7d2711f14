/**
 * Installs Debian packages for the tests: Python packages and a few programs.
 *
 * `deno run -A tools/setup.ts` installs the packages that every test run needs, and any packages of
 * {@linkcode ON_REQUEST} in its arguments. With `--only` first, it installs only those in its
 * arguments.
 */

import { python } from "./python.ts";
import { runCommand } from "./run_command.ts";

/** A Debian package, and a Python module or a program that exists if the package is installed. */
type DebianPackage =
  | { readonly name: string; readonly module: string }
  | { readonly name: string; readonly program: string };

const ALWAYS: readonly DebianPackage[] = [
  { name: "git", program: "git" },
  { name: "python3-flask", module: "flask" },
  { name: "python3-pytest", module: "pytest" },
  { name: "black", module: "black" },
  { name: "mypy", module: "mypy" },
];

const ON_REQUEST: readonly DebianPackage[] = [
  { name: "chromium", program: "chromium" },
  { name: "cookiecutter", program: "cookiecutter" },
  { name: "acl", program: "setfacl" },
  { name: "strace", program: "strace" },
  { name: "e2fsprogs", program: "mke2fs" },
  { name: "nginx-light", program: "/usr/sbin/nginx" },
  { name: "iproute2", program: "ip" },
  { name: "qemu-user-static", program: "qemu-aarch64-static" },
  // On Debian, the server itself is not in PATH.
  { name: "postgresql", program: "pg_ctlcluster" },
  ...["buildah", "docker-compose", "podman", "podman-compose", "runc"]
    .map((name) => ({ name, program: name })),
  ...["busybox", "curl", "fish", "mandoc", "shellcheck", "wget", "zsh"]
    .map((name) => ({ name, program: name })),
];

/** The outcome: `installed` is empty if nothing was missing. */
export type SetupOutcome =
  | { readonly kind: "ready"; readonly installed: readonly string[] }
  | { readonly kind: "incomplete"; readonly missing: readonly string[] };

/**
 * Installs the packages that every test run needs, and others, as {@linkcode setupOnly} does.
 *
 * @param requested Names of packages that not every test run needs.
 */
export function setup(requested: readonly string[] = []): Promise<SetupOutcome> {
  return setupOnly([...ALWAYS.map(({ name }) => name), ...requested]);
}

/**
 * Installs missing packages with apt. This needs root.
 *
 * @throws {RangeError} If a name is not in {@linkcode ALWAYS} or {@linkcode ON_REQUEST}.
 * @throws {Error} If apt fails.
 */
export async function setupOnly(names: readonly string[]): Promise<SetupOutcome> {
  const packages = names.map(knownPackage);
  const missing = await missingPackages(packages);
  if (missing.length === 0) return { kind: "ready", installed: [] };
  if (!await canInstall()) return { kind: "incomplete", missing };
  await install(missing);
  const stillMissing = await missingPackages(packages);
  return stillMissing.length === 0
    ? { kind: "ready", installed: missing }
    : { kind: "incomplete", missing: stillMissing };
}

/** Returns the message about missing packages. */
export function missingMessage(packages: readonly string[]): string {
  return `Missing: ${packages.join(", ")}
On Debian, run: ${installLine(packages)}
On other systems, install the same programs, and the same modules for ${python()}.`;
}

/** Returns the command that installs packages on Debian. */
export function installLine(packages: readonly string[]): string {
  return `sudo apt-get ${installArguments(packages).join(" ")}`;
}

function knownPackage(name: string): DebianPackage {
  const found = [...ALWAYS, ...ON_REQUEST].find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`Unknown package '${name}'`);
  return found;
}

async function missingPackages(packages: readonly DebianPackage[]): Promise<string[]> {
  const modules = packages.flatMap((each) => "module" in each ? [each.module] : []);
  const programs = packages.flatMap((each) => "program" in each ? [each.program] : []);
  const absent = new Set(
    (await Promise.all([absentModules(modules), absentPrograms(programs)])).flat(),
  );
  return packages
    .filter((each) => absent.has("module" in each ? each.module : each.program))
    .map(({ name }) => name);
}

// Finding a module is much faster than importing it.
function absentModules(modules: readonly string[]): Promise<string[]> {
  const script = "import sys\nfrom importlib.util import find_spec\n" +
    "print(*(name for name in sys.argv[1:] if find_spec(name) is None))";
  return words(python(), ["-c", script, ...modules]);
}

function absentPrograms(programs: readonly string[]): Promise<string[]> {
  if (programs.length === 0) return Promise.resolve([]);
  const script = 'for each; do command -v "$each" >/dev/null || echo "$each"; done';
  return words("sh", ["-c", script, "sh", ...programs]);
}

async function words(program: string, args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runCommand(program, args);
  if (code !== 0) throw new Error(`${program} failed with exit code ${code}\n${stderr}`);
  return stdout.split(/\s+/).filter((word) => word !== "");
}

async function canInstall(): Promise<boolean> {
  return Deno.uid() === 0 && (await absentPrograms(["apt-get"])).length === 0;
}

async function install(packages: readonly string[]): Promise<void> {
  const first = await aptGet(installArguments(packages));
  if (first.code === 0) return;
  // The package lists may be missing or outdated.
  await aptGet(["update"]);
  const second = await aptGet(installArguments(packages));
  if (second.code !== 0) throw new Error(`apt-get failed\n${second.stdout}${second.stderr}`);
}

function installArguments(packages: readonly string[]): string[] {
  return ["install", "-y", "--no-install-recommends", ...packages];
}

function aptGet(args: readonly string[]) {
  return runCommand("apt-get", args, { env: { DEBIAN_FRONTEND: "noninteractive" } });
}

if (import.meta.main) {
  const [first, ...rest] = Deno.args;
  const outcome = await (first === "--only" ? setupOnly(rest) : setup(Deno.args));
  if (outcome.kind === "incomplete") {
    console.error(missingMessage(outcome.missing));
    Deno.exit(1);
  }
}
