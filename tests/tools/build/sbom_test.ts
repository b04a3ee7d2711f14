/** The component lists of the executables, and their licence texts. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { VERSION } from "../../../core/version.ts";
import { bundleInputs } from "../../../tools/build/bundle.ts";
import { licenseTexts } from "../../../tools/build/license_texts.ts";
import {
  type BundledPackage,
  bundledPackages,
  keptPackages,
} from "../../../tools/build/packages.ts";
import { CLI, type Program, PROGRAMS } from "../../../tools/build/programs.ts";
import { sbom } from "../../../tools/build/sbom.ts";

const TOOLCHAIN = { version: "2.9.6", reservation: null };

const LOCK: { readonly npm: Readonly<Record<string, { readonly integrity: string }>> } = JSON.parse(
  await Deno.readTextFile(new URL("../../../deno.lock", import.meta.url)),
);

/** The standard's schema, from an npm package. */
async function cycloneDx(): Promise<ValidateFunction> {
  const name = "@cyclonedx/cyclonedx-library";
  const folder = (await keptPackages()).find((each) => each.name === name)?.localPath ?? "";
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  // `ajv-formats` lacks these formats, which also allow characters beyond ASCII. The lists contain
  // none, so any text may pass.
  for (const format of ["iri-reference", "idn-email"]) ajv.addFormat(format, true);
  const schema = (file: string) =>
    JSON.parse(Deno.readTextFileSync(join(folder, "res/schema", `${file}.SNAPSHOT.schema.json`)));
  for (const file of ["spdx", "jsf-0.82"]) {
    ajv.addSchema(schema(file), `http://cyclonedx.org/schema/${file}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(schema("bom-1.6"));
}

const packagesOf = new Map<Program, readonly BundledPackage[]>();
for (const program of PROGRAMS) {
  packagesOf.set(program, await bundledPackages(await bundleInputs(program)));
}

for (const [program, packages] of packagesOf) {
  const text = sbom(program, { packages, toolchain: TOOLCHAIN });

  Deno.test(`the component list of ${program.name} is valid CycloneDX 1.6`, async () => {
    const isValid = await cycloneDx();
    ok(isValid(JSON.parse(text)), JSON.stringify(isValid.errors));
    ok(!isValid(JSON.parse(text.replace('"MIT"', '"Free"'))), "the check sees mistakes");
  });

  Deno.test(`the component list of ${program.name} contains Deno and every package, with checksums from the lock`, () => {
    const { metadata, components, dependencies } = JSON.parse(text);
    deepEqual([metadata.component.name, metadata.component.version], [program.name, VERSION]);
    equal(components.length, packages.length + 1);
    const deno = components.find(({ name }: { name: string }) => name === "deno");
    equal(deno.purl, "pkg:github/denoland/deno@v2.9.6");
    const zod = components.find(({ name }: { name: string }) => name === "zod");
    match(zod.purl, /^pkg:npm\/zod@\d+\.\d+\.\d+$/);
    const integrity = LOCK.npm[`zod@${zod.version}`]?.integrity ?? "";
    const sum = Uint8Array.fromHex(zod.hashes[0].content).toBase64();
    equal(`sha512-${sum}`, integrity);
    const own = dependencies.find(({ ref }: { ref: string }) => ref === program.name);
    equal(own.dependsOn.length, components.length);
  });

  Deno.test(`every package of ${program.name} has a licence that permits redistribution`, () => {
    const allowed = ["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD"];
    deepEqual(packages.filter(({ license }) => !allowed.includes(license)), []);
  });

  Deno.test(`the licences of ${program.name} contain every package's licence text`, () => {
    const own = Deno.readTextFileSync(new URL("../../../LICENSE", import.meta.url));
    const all = licenseTexts(program, { packages, toolchain: TOOLCHAIN }, own);
    for (const { name, version, licenseText } of packages) {
      ok(all.includes(`${name} ${version} (`), name);
      ok(all.includes(licenseText), name);
    }
    deepEqual(packages.filter(({ licenseText }) => licenseText === ""), []);
  });

  Deno.test(`packages bundled by other packages in ${program.name} are listed without a checksum`, () => {
    const brought = packages.filter(({ sha512 }) => sha512 === null).map(({ name }) => name);
    ok(brought.includes("ajv") && brought.includes("fast-uri"), brought.join());
    ok(!brought.includes("zod"), "what the lock has keeps its checksum");
  });
}

Deno.test("the component list states that an executable is for tests only", () => {
  const reservation = "For tests only";
  const text = sbom(CLI, { packages: [], toolchain: { version: "2.7.11", reservation } });
  equal(JSON.parse(text).components[0].description, reservation);
});
