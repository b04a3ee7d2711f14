/** Finds the third-party packages in a bundle, and their licences. */

import { join } from "node:path";
import { ROOT, run } from "../run.ts";

/** A package that is at least partly in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /**
   * SHA-512 of its archive in hexadecimal, from the lock; `null` if it is part of another
   * package's archive.
   */
  readonly sha512: string | null;
  /** The SPDX expression that the package states. */
  readonly license: string;
  /** The licence text, from the package's licence files or its readme. */
  readonly licenseText: string;
  /** The URL of its homepage or source; `null` if it states none. */
  readonly homepage: string | null;
}

/** A package in Deno's cache. */
export interface KeptPackage {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

type PackageName = Pick<KeptPackage, "name" | "version">;

const NAME = String.raw`((?:@[^/]+/)?[^/@]+)`;

/** Matches a file of a package in Deno's cache, after the registry's host. */
const CACHED_PACKAGE = new RegExp(String.raw`/npm/[^/]+/${NAME}/(\d+\.\d+\.\d+[^/]*)/`);

/** Matches a file of a package inside another package, as the source map names it. */
const NESTED_PACKAGE = new RegExp(
  String.raw`/\.pnpm/@?[^/@]+@(\d[^/_]*)[^/]*/node_modules/${NAME}/`,
);

/** Matches a file of a package whose source map lacks the version's folder. */
const UNVERSIONED_PACKAGE = new RegExp(String.raw`/npm/[^/]+/${NAME}/`);

/**
 * Returns the packages of source files, sorted.
 *
 * @param inputs The source files of a bundle. Files of the checkout are ignored.
 * @throws {Error} If the package of a file, or a package's licence, is unknown.
 */
export async function bundledPackages(
  inputs: readonly string[],
): Promise<readonly BundledPackage[]> {
  // Puts the exact versions of the lock into the cache.
  await run(Deno.execPath(), ["ci", "--quiet"]);
  const kept = await keptPackages();
  const integrities = await lockedIntegrities();
  const found = new Map<string, PackageName>();
  const own = new Set<string>();
  for (const input of inputs.filter((path) => path.includes("/npm/"))) {
    const named = packageOf(input, kept);
    const key = `${named.name}@${named.version}`;
    found.set(key, named);
    // Code inside another package may differ from the archive of that version.
    if (!NESTED_PACKAGE.test(input)) own.add(key);
  }
  const packages = [...found].map(([key, named]) =>
    describe(named, kept, own.has(key) ? integrities.get(key) ?? null : null)
  );
  return (await Promise.all(packages)).toSorted((a, b) =>
    compare(a.name, b.name) || compare(a.version, b.version)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function packageOf(input: string, kept: readonly KeptPackage[]): PackageName {
  const [, nestedVersion, nestedName] = NESTED_PACKAGE.exec(input) ?? [];
  if (nestedVersion !== undefined && nestedName !== undefined) {
    return { name: nestedName, version: nestedVersion };
  }
  const [, name, version] = CACHED_PACKAGE.exec(input) ?? [];
  if (name !== undefined && version !== undefined) return { name, version };
  const [, unversioned] = UNVERSIONED_PACKAGE.exec(input) ?? [];
  const owners = kept.filter((each) => each.name === unversioned);
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) return owner;
  throw new Error(`Cannot find the package of '${input}'`);
}

/** Returns all packages of the lock. */
export async function keptPackages(): Promise<readonly KeptPackage[]> {
  const graph = JSON.parse(await run(Deno.execPath(), ["info", "--json", "server.ts"]));
  const { npmPackages }: { npmPackages: Readonly<Record<string, KeptPackage>> } = graph;
  return Object.values(npmPackages);
}

/** Returns the SHA-512 in hexadecimal of each package, by name and version. */
async function lockedIntegrities(): Promise<ReadonlyMap<string, string>> {
  const { npm }: { npm: Readonly<Record<string, { readonly integrity: string }>> } = JSON.parse(
    await Deno.readTextFile(join(ROOT, "deno.lock")),
  );
  return new Map(
    Object.entries(npm).map(([key, { integrity }]) => {
      const [, base64 = ""] = /^sha512-(.+)$/.exec(integrity) ?? [];
      // The versions of peer dependencies follow an underscore.
      return [key.replace(/(?<=.@[^@_]+)_.*$/, ""), Uint8Array.fromBase64(base64).toHex()];
    }),
  );
}

/**
 * Describes a package. For a package inside another package, this uses the version in the lock if
 * the lock has a different one.
 */
async function describe(
  { name, version }: PackageName,
  kept: readonly KeptPackage[],
  sha512: string | null,
): Promise<BundledPackage> {
  const versions = kept.filter((each) => each.name === name);
  const folder = (versions.find((each) => each.version === version) ?? versions[0])?.localPath;
  if (folder === undefined) throw new Error(`Cannot find the licence of '${name}@${version}'`);
  const manifest = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
  const license: unknown = manifest.license ?? manifest.licenses?.[0]?.type;
  if (typeof license !== "string") throw new Error(`'${name}@${version}' states no licence`);
  return {
    ...{ name, version, sha512, license },
    licenseText: await licenseText(folder),
    homepage: typeof manifest.homepage === "string" ? manifest.homepage : null,
  };
}

async function licenseText(folder: string): Promise<string> {
  const files = await textsOf(folder, /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i);
  if (files.length > 0) return files.join("\n\n");
  const [readme = ""] = await textsOf(folder, /^readme(?:\.md)?$/i);
  const [section = ""] = /^#+ *licen[cs]e *\n[^]*/im.exec(readme) ?? [];
  return section.replace(/^.*\n/, "").replace(/^\[[^\]]+\]: .*$/gm, "").trim();
}

/** Returns the texts of the files in a folder whose names match, sorted by name. */
async function textsOf(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = [...Deno.readDirSync(folder)].flatMap(({ name, isFile }) =>
    isFile && pattern.test(name) ? [name] : []
  );
  const texts = names.sort().map((name) => Deno.readTextFile(join(folder, name)));
  return (await Promise.all(texts)).map((text) => text.replaceAll("\r\n", "\n").trim());
}
