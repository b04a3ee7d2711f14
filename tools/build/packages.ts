/** The packages of others that are in a bundle: which, and under what licence. */

import { join } from "node:path";
import { ROOT, run } from "../run.ts";

/** A package that is in a bundle, at least in part. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of its archive, in hexadecimal, as the lock has it; `null` if another package brought it along. */
  readonly sha512: string | null;
  /** An SPDX expression, as the package states it. */
  readonly license: string;
  /** What the package says about its licence: in a file for that, else in its readme. */
  readonly licenseText: string;
  /** Where its source can be read; `null` if it does not say. */
  readonly homepage: string | null;
}

/** A package as Deno keeps it. */
export interface KeptPackage {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

type PackageName = Pick<KeptPackage, "name" | "version">;

const NAME = String.raw`((?:@[^/]+/)?[^/@]+)`;

/** A file of a package in Deno's cache: behind the registry's host. */
const KEPT = new RegExp(String.raw`/npm/[^/]+/${NAME}/(\d+\.\d+\.\d+[^/]*)/`);

/** A file that a package brought along in its own bundle, as that one's source map names it. */
const BROUGHT_ALONG = new RegExp(
  String.raw`/\.pnpm/@?[^/@]+@(\d[^/_]*)[^/]*/node_modules/${NAME}/`,
);

/** A file of a package whose own source map forgot the version's folder. */
const ASTRAY = new RegExp(String.raw`/npm/[^/]+/${NAME}/`);

/**
 * The packages that files are from, sorted.
 *
 * @param inputs The files that a bundle is made of. Those of the checkout are passed over.
 * @throws {Error} If a file's package or its licence cannot be told.
 */
export async function bundledPackages(
  inputs: readonly string[],
): Promise<readonly BundledPackage[]> {
  // What the lock names is there afterwards, in exactly these versions.
  await run(Deno.execPath(), ["ci", "--quiet"]);
  const kept = await keptPackages();
  const integrities = await lockedIntegrities();
  const found = new Map<string, PackageName>();
  const own = new Set<string>();
  for (const input of inputs.filter((path) => path.includes("/npm/"))) {
    const named = packageOf(input, kept);
    const key = `${named.name}@${named.version}`;
    found.set(key, named);
    // What was brought along need not be what the archive of that version has.
    if (!BROUGHT_ALONG.test(input)) own.add(key);
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
  const [, brought, inside] = BROUGHT_ALONG.exec(input) ?? [];
  if (brought !== undefined && inside !== undefined) return { name: inside, version: brought };
  const [, name, version] = KEPT.exec(input) ?? [];
  if (name !== undefined && version !== undefined) return { name, version };
  const [, astray] = ASTRAY.exec(input) ?? [];
  const owners = kept.filter((each) => each.name === astray);
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) return owner;
  throw new Error(`Cannot tell which package '${input}' is from`);
}

/** All packages that the lock names. */
export async function keptPackages(): Promise<readonly KeptPackage[]> {
  const graph = JSON.parse(await run(Deno.execPath(), ["info", "--json", "server.ts"]));
  const { npmPackages }: { npmPackages: Readonly<Record<string, KeptPackage>> } = graph;
  return Object.values(npmPackages);
}

/** By name and version: SHA-512 in hexadecimal. */
async function lockedIntegrities(): Promise<ReadonlyMap<string, string>> {
  const { npm }: { npm: Readonly<Record<string, { readonly integrity: string }>> } = JSON.parse(
    await Deno.readTextFile(join(ROOT, "deno.lock")),
  );
  return new Map(
    Object.entries(npm).map(([key, { integrity }]) => {
      const [, base64 = ""] = /^sha512-(.+)$/.exec(integrity) ?? [];
      // Behind an underscore are the versions of its peers.
      return [key.replace(/(?<=.@[^@_]+)_.*$/, ""), Uint8Array.fromBase64(base64).toHex()];
    }),
  );
}

/** What others bring along is described as the version that the lock has, if it has another one. */
async function describe(
  { name, version }: PackageName,
  kept: readonly KeptPackage[],
  sha512: string | null,
): Promise<BundledPackage> {
  const versions = kept.filter((each) => each.name === name);
  const folder = (versions.find((each) => each.version === version) ?? versions[0])?.localPath;
  if (folder === undefined) throw new Error(`Cannot tell the licence of '${name}@${version}'`);
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

/** The texts of a folder's files of some names, in the order of these. */
async function textsOf(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = [...Deno.readDirSync(folder)].flatMap(({ name, isFile }) =>
    isFile && pattern.test(name) ? [name] : []
  );
  const texts = names.sort().map((name) => Deno.readTextFile(join(folder, name)));
  return (await Promise.all(texts)).map((text) => text.replaceAll("\r\n", "\n").trim());
}
