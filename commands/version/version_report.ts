/**
 * The reports of `layerwright version`. This module is loaded late, because only `version` needs
 * it.
 */

import { error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { type Report, report } from "../../core/report.ts";
import { isNewer, VERSION } from "../../core/version.ts";
import { createDiskHost } from "../../setup/disk_host.ts";
import type { Host } from "../host.ts";
import { installation } from "./installation.ts";
import { latestRelease, RELEASES } from "./latest_release.ts";

/** Returns a report on this version and how to update it, without network access. */
export function installedVersion({ env, cwd }: Host): Report {
  const { way, update } = installation(createDiskHost(env, cwd, () => {}));
  const data = { installed: VERSION, latest: null, way, update };
  const message = `layerwright ${VERSION}\nUpdate: ${update}`;
  return report("version", "unchanged", { message, data, next: [update] });
}

/** Looks up the latest release, and returns a report on how to get it. */
export async function latestVersion({ env, cwd }: Host): Promise<Report> {
  const computer = createDiskHost(env, cwd, () => {});
  const releases = (env("LAYERWRIGHT_DOWNLOAD_URL") || RELEASES).replace(/\/$/, "");
  const latest = await latestRelease(releases, computer.send);
  if (latest.kind === "unknown") {
    const message = `Cannot look up the latest release at ${
      quotable(releases)
    } (${latest.reason}).`;
    return report("version", "failed", { diagnostics: [error("release-unknown", message)] });
  }
  const { way, update } = installation(computer);
  const data = { installed: VERSION, latest: latest.version, way, update };
  if (isNewer(latest.version, VERSION)) {
    const message =
      `Layerwright ${latest.version} is available; you have ${VERSION}\nUpdate: ${update}`;
    return report("version", "unchanged", { message, data, next: [update] });
  }
  const message = isNewer(VERSION, latest.version)
    ? `Layerwright ${VERSION} is newer than the latest release, ${latest.version}`
    : `Layerwright ${VERSION} is the latest release`;
  return report("version", "unchanged", { message, data });
}
