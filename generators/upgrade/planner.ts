/** Plans the upgrade of a project to the templates of this version. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { counted } from "../../core/report.ts";
import { isNewer, VERSION } from "../../core/version.ts";
import { formatManifest, MANIFEST_PATH } from "../../project/records/manifest.ts";
import { GIT_SETTINGS } from "../../project/records/records.ts";
import { recordedProject } from "./recorded_project.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { writeRecords } from "../records/write_records.ts";
import { READS_BEFORE_WHOLE, readsOfWhole } from "../plans/whole_project.ts";
import type { Project } from "../../project/project.ts";
import { unrecorded } from "../plans/unrecorded.ts";
import { upgradeProjectFiles } from "./upgrade_project_files.ts";
import { upgradeRoutes } from "./upgrade_routes.ts";
import { type LeftDefinition, leftDefinitions } from "./left_definitions.ts";

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
  const draft = new ProjectDraft(project);
  const upgraded = upgradeRoutes(specs.values(), records, draft, keepEdited);
  const files = upgradeProjectFiles(manifest, values, draft, keepEdited);
  const left = leftDefinitions([...upgraded.left, ...files.left], draft);
  const next = { manifest: { ...manifest, files: files.records }, routes: upgraded.records };
  const isSame = draft.changes().length === 0 &&
    formatManifest(next.manifest) === formatManifest(manifest) &&
    [...next.routes].every(([route, record]) => record === records.routes.get(route));
  if (!isSame) {
    const current = { ...next.manifest, name, version: VERSION };
    writeRecords({ ...next, manifest: current }, draft);
  }
  const nothing = left.length === 0 ? NOTHING : ONLY_EDITED;
  return {
    ...emptyPlan([]),
    changes: draft.changes(),
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
