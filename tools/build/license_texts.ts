/** The licences of all components of an executable, as text. */

import { VERSION } from "../../core/version.ts";
import type { Program } from "./programs.ts";
import type { Ingredients } from "./sbom.ts";

const RULE = "-".repeat(80);

/** Source: `LICENSE.md` of Deno's repository. */
const DENO_NOTICE = "MIT License\n\nCopyright 2018-2026 the Deno authors";

/**
 * Returns the licence texts of the program, the runtime and all packages.
 *
 * @param own Layerwright's licence. Like Deno's, it is the MIT licence.
 */
export function licenseTexts(
  { name }: Pick<Program, "name">,
  { packages, toolchain: { version } }: Ingredients,
  own: string,
): string {
  const deno = `Deno ${version} (MIT)\n` +
    "The runtime. Its source lists the licences of its own components, such as V8:\n" +
    `https://github.com/denoland/deno/tree/v${version}\n\n${DENO_NOTICE}\n\n${permission(own)}`;
  const others = packages.map(({ name, version, license, licenseText }) => {
    const text = licenseText || `The package contains no licence text. It states ${license}.`;
    return `${name} ${version} (${license})\n\n${text}`;
  });
  const ours = `${name} ${VERSION}\n\n${own.trim()}`;
  return `${[ours, deno, ...others].join(`\n\n${RULE}\n\n`)}\n`;
}

/** Returns the text of the MIT licence after the copyright line. */
function permission(own: string): string {
  return own.slice(own.indexOf("Permission is hereby granted")).trim();
}
