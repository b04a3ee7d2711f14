/** Plans the upgrade of a project to the templates of this version. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { counted } from "../../core/report.ts";
import { isNewer, VERSION } from "../../core/version.ts";
import { formatManifest, MANIFEST_PATH } from "../../project/records/manifest.ts";
import { GIT_SETTINGS } from "../../project/records/records.ts";
import { recordedProject } from "./recorded_project.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { recordChanges } from "../records/record_changes.ts";
import { READS_BEFORE_WHOLE, readsOfWhole } from "../plans/whole_project.ts";
import type { Project } from "../../project/project.ts";
import { unrecorded } from "../plans/unrecorded.ts";
import { upgradeProjectFiles } from "./upgrade_project_files.ts";
import { upgradeRoutes } from "./upgrade_routes.ts";
import { type LeftDefinition, UpgradedProject } from "./upgraded_project.ts";

/** A project to upgrade. */
export interface UpgradeInput {
  /** The name of the project's folder. */
  readonly name: string;
  /** Whether to keep edited code for good, so that the next upgrade does not list it again. */
  readonly keepEdited: boolean;
}

/** Report data of an upgrade. */
export interface UpgradedData {
  /** Edited code that the templates write differently now. */
  readonly left: readonly LeftDefinition[];
}

/** Returns the planner that upgrades a project. */
export function upgradePlanner(input: UpgradeInput): Planner<UpgradedData> {
  return {
    reads: { ...READS_BEFORE_WHOLE, files: [MANIFEST_PATH, ...Object.values(GIT_SETTINGS)] },
    readsAfter: readsOfWhole,
    plan: (project) => planUpgrade(input, project),
  };
}

function planUpgrade(
  { name: folder, keepEdited }: UpgradeInput,
  project: Project,
): Plan<UpgradedData> {
  const { records } = project;
  if (records === null) return emptyPlan([unrecorded(`'${quotable(folder)}'`, "upgraded")]);
  const { manifest } = records;
  if (isNewer(manifest.version, VERSION)) {
    return emptyPlan([newerRecords(folder, manifest.version)]);
  }
  const { name, routes: specs, values } = recordedProject(folder, project, records);
  const upgraded = new UpgradedProject(project.files);
  const routes = upgradeRoutes(upgraded, project, specs, keepEdited);
  const files = upgradeProjectFiles(
    upgraded,
    manifest,
    { values, layout: project.layout },
    keepEdited,
  );
  const left = upgraded.left();
  const changes = upgraded.changes();
  const recorded = { manifest: { ...manifest, files }, routes };
  const isSame = changes.length === 0 &&
    formatManifest(recorded.manifest) === formatManifest(manifest) &&
    [...routes].every(([route, record]) => record === records.routes.get(route));
  const current = { ...recorded, manifest: { ...recorded.manifest, name, version: VERSION } };
  const nothing = left.length === 0 ? NOTHING : ONLY_EDITED;
  return {
    ...emptyPlan([]),
    changes: isSame ? [] : [...changes, ...recordChanges(current, project.files)],
    messages: {
      applied: `Upgraded project '${folder}'${summary(left)}`,
      planned: `Would upgrade project '${folder}'${summary(left)}`,
      unchanged: nothing,
      conflict: null,
    },
    data: { left },
    next: left.length === 0 ? [] : [SHOW_LEFT],
  };
}

const NOTHING = "Nothing to do: the project has the templates of this version";
const ONLY_EDITED = "Nothing to do: only code that you edited differs from the templates";

/** Shows the patches of the code that was left. */
const SHOW_LEFT = "layerwright upgrade --diff";

function summary(left: readonly LeftDefinition[]): string {
  return left.length === 0 ? "" : `; left ${counted(left.length, "edited part")} to you`;
}

function newerRecords(name: string, version: string): Diagnostic {
  const message = `A newer version of Layerwright, ${quotable(version)}, wrote the records of ` +
    `'${quotable(name)}'; nothing was written.`;
  return error("project-newer", message, {
    hint: `This is ${VERSION}; 'layerwright version' prints the command that updates it`,
  });
}
