/** The component list (SBOM) of an executable: CycloneDX 1.6 as JSON. */

import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import { VERSION } from "../../core/version.ts";
import type { BundledPackage } from "./packages.ts";
import type { Program } from "./programs.ts";
import type { Toolchain } from "./toolchain.ts";

/** The third-party components of an executable. */
export interface Ingredients {
  readonly packages: readonly BundledPackage[];
  readonly toolchain: Pick<Toolchain, "version" | "reservation">;
}

/**
 * Returns the component list of a program. It has no date and no serial number, so that builds are
 * reproducible.
 *
 * Source: CycloneDX 1.6 (ECMA-424).
 */
export function sbom({ name, title }: Pick<Program, "name" | "title">, ingredients: Ingredients) {
  const { packages, toolchain } = ingredients;
  const program = new Models.Component(Enums.ComponentType.Application, name, {
    version: VERSION,
    bomRef: name,
    description: title,
  });
  program.licenses.add(new Models.SpdxLicense("MIT"));
  const parts = [runtime(toolchain), ...packages.map(component)];
  for (const part of parts) program.dependencies.add(part.bomRef);
  const bom = new Models.Bom({
    components: new Models.ComponentRepository(parts),
    metadata: new Models.Metadata({ component: program }),
  });
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serialized = new Serialize.JsonSerializer(factory).serialize(bom, {
    sortLists: true,
    space: 2,
  });
  return `${serialized}\n`;
}

/** Returns the component of Deno, which includes V8 and its libraries. */
function runtime({ version, reservation }: Ingredients["toolchain"]): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Platform, "deno", {
    ...{ version, bomRef: `deno@${version}`, purl: `pkg:github/denoland/deno@v${version}` },
    ...reservation === null ? {} : { description: reservation },
  });
  component.licenses.add(new Models.SpdxLicense("MIT"));
  return component;
}

function component({ name, version, sha512, license, homepage }: BundledPackage): Models.Component {
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const reference = (url: string) =>
    new Models.ExternalReference(url, Enums.ExternalReferenceType.Website);
  const made = new Models.Component(Enums.ComponentType.Library, own, {
    ...{ version, bomRef: `${name}@${version}`, purl: packageUrl(name, version) },
    ...group === undefined ? {} : { group },
    hashes: new Models.HashDictionary(
      sha512 === null ? [] : [[Enums.HashAlgorithm["SHA-512"], sha512]],
    ),
    externalReferences: new Models.ExternalReferenceRepository(
      homepage === null ? [] : [reference(homepage)],
    ),
  });
  made.licenses.add(
    SPDX.isSupportedSpdxId(license)
      ? new Models.SpdxLicense(license)
      : new Models.LicenseExpression(license),
  );
  return made;
}

/** Returns a package URL (ECMA-427) of type `npm`. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}
