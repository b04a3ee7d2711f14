/** Plans the upgrade of a project to the templates of this version. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { counted } from "../../core/report.ts";
import { VERSION } from "../../core/version.ts";
import { projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { type Manifest, MANIFEST_PATH, parseManifest } from "../../project/records/manifest.ts";
import { earlierFiles, GIT_SETTINGS, recordsIn } from "../../project/records/records.ts";
import { RECORDS_FOLDER } from "../../project/records/route_record.ts";
import { changesSince, EDITION, type TemplateChange } from "../../templates/changes.ts";
import { projectTemplates } from "../../templates/mod.ts";
import { recordedProject } from "./recorded_project.ts";
import { movedModules } from "./moved_modules.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { recordChanges } from "../records/record_changes.ts";
import { unrecorded } from "../plans/unrecorded.ts";
import { upgradeRecorded } from "./upgrade_recorded.ts";
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
  /**
   * The changes of the templates since the project was last generated or upgraded, as sentences;
   * empty if no file changes.
   */
  readonly news: readonly string[];
  /** Edited code that the templates write differently now. */
  readonly left: readonly LeftDefinition[];
}

/** Returns the planner that upgrades a project. */
export function upgradePlanner(input: UpgradeInput): Planner<UpgradedData> {
  return {
    reads: {
      files: [
        MANIFEST_PATH,
        ...Object.values(GIT_SETTINGS),
        ...[...projectTemplates.keys()].map(projectPath),
      ],
      folders: [RECORDS_FOLDER],
    },
    readsAfter: ({ files, folders }) =>
      isCurrent(files.get(MANIFEST_PATH)) ? {} : {
        files: [...recordsIn(folders), ...earlierFiles(files.get(MANIFEST_PATH))],
        below: [DEFAULT_LAYOUT.mocksFolder],
        python: () => true,
      },
    plan: ({ files }) => planUpgrade(input, files),
  };
}

/** Reports whether a project has the templates of this version, or no records at all. */
function isCurrent(manifest: string | undefined): boolean {
  return manifest === undefined || changesSince(parseManifest(manifest).templates).length === 0;
}

function planUpgrade({ name, keepEdited }: UpgradeInput, snapshot: Snapshot): Plan<UpgradedData> {
  const manifest = snapshot.get(MANIFEST_PATH);
  if (manifest === undefined) return emptyPlan([unrecorded(`'${quotable(name)}'`, "upgraded")]);
  const { version, templates } = parseManifest(manifest);
  if (templates > EDITION) return emptyPlan([newerRecords(name, version)]);
  const since = changesSince(templates);
  if (since.length === 0) {
    return { ...emptyPlan([], NOTHING), data: { news: [], left: [] } };
  }
  const project = new UpgradedProject(snapshot);
  const before = recordedProject(name, snapshot);
  const parts = new Set(since.flatMap(({ parts }) => parts));
  const after = upgradeRecorded(project, before, parts);
  const left = project.left();
  const isDone = left.length === 0 || keepEdited;
  const changes = project.changes();
  const records = isDone ? { ...after, manifest: current(after.manifest) } : after;
  const isEarlier = earlierFiles(manifest).length > 0;
  const isSame = changes.length === 0 && !(keepEdited && left.length > 0) &&
    (isEarlier || recordChanges(after, snapshot).length === 0);
  const shown = keepEdited ? [] : left;
  return {
    ...emptyPlan(
      movedModules(before.records.routes, snapshot, parts),
      left.length === 0 ? NOTHING : ONLY_EDITED,
    ),
    changes: isSame ? [] : [...changes, ...recordChanges(records, snapshot)],
    messages: {
      applied: `Upgraded project '${name}'${summary(shown)}`,
      planned: `Would upgrade project '${name}'${summary(shown)}`,
      unchanged: left.length === 0 ? NOTHING : ONLY_EDITED,
      conflict: null,
    },
    data: { news: changes.length === 0 ? [] : since.map(sentenceOf), left: shown },
    next: shown.length === 0 ? [] : [SHOW_LEFT],
  };
}

const NOTHING = "Nothing to do: the project has the templates of this version";
const ONLY_EDITED = "Nothing to do: only code that you edited differs from the templates";

/** Shows the patches of the code that was left. */
const SHOW_LEFT = "layerwright upgrade --diff";

function sentenceOf({ sentence }: TemplateChange): string {
  return sentence;
}

function current(manifest: Manifest): Manifest {
  return { ...manifest, version: VERSION, templates: EDITION };
}

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
