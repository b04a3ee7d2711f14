/** The licences of all that is in an executable, for people. */

import { VERSION } from "../../core/version.ts";
import type { Program } from "./programs.ts";
import type { Ingredients } from "./sbom.ts";

const RULE = "-".repeat(80);

/** Source: `LICENSE.md` of Deno's repository. */
const DENO_NOTICE = "MIT License\n\nCopyright 2018-2026 the Deno authors";

/**
 * The texts, each package with its own.
 *
 * @param own The licence of Layerwright: that of MIT, which Deno has, too.
 */
export function licenseTexts(
  { name }: Pick<Program, "name">,
  { packages, toolchain: { version } }: Ingredients,
  own: string,
): string {
  const deno = `Deno ${version} (MIT)\n` +
    "The runtime. It has parts of its own, V8 among them, whose licences its source tells:\n" +
    `https://github.com/denoland/deno/tree/v${version}\n\n${DENO_NOTICE}\n\n${permission(own)}`;
  const others = packages.map(({ name, version, license, licenseText }) => {
    const text = licenseText || `The package has no text of its licence; it states ${license}.`;
    return `${name} ${version} (${license})\n\n${text}`;
  });
  const ours = `${name} ${VERSION}\n\n${own.trim()}`;
  return `${[ours, deno, ...others].join(`\n\n${RULE}\n\n`)}\n`;
}

/** What MIT's licence says after whose it is. */
function permission(own: string): string {
  return own.slice(own.indexOf("Permission is hereby granted")).trim();
}
