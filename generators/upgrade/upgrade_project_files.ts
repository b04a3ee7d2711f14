/** Upgrades the files of a project that belong to no route. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { symbolHashes, textHash } from "../../project/facts/code_hash.ts";
import { DEFAULT_LAYOUT, type Layout, README_PATH } from "../../project/layout/layout.ts";
import type { FileRecord, Manifest } from "../../project/records/manifest.ts";
import { mocksTemplate, type ProjectValues } from "../../templates/mod.ts";
import { projectFiles, projectInput } from "../code/project_files.ts";
import { fileRecord, mergeFile } from "../edits/merge.ts";
import { mergeModule } from "../edits/merge_module.ts";
import { removeFromProject } from "../edits/removal.ts";
import { withEolOf } from "../plans/plan.ts";
import { pythonFiles } from "../../project/layout/python_files.ts";
import type { UpgradedProject } from "./upgraded_project.ts";

/** A file, as this version renders it. */
interface RenderedFile {
  /** The path of the file, also if people renamed the app's package. */
  readonly path: ProjectPath;
  readonly text: string;
  /**
   * The records of the text with and without checks of bodies. Commands and people start such checks
   * without writing to all files that depend on them.
   */
  readonly forms: readonly FileRecord[];
  readonly known: FileRecord | undefined;
}

/**
 * Upgrades files, and returns the records of all files.
 *
 * @param keepEdited Whether to record edited code as it is rendered now.
 */
export function upgradeProjectFiles(
  project: UpgradedProject,
  { files: recorded, input }: Manifest,
  { values, layout }: { readonly values: ProjectValues; readonly layout: Layout },
  keepEdited: boolean,
): ReadonlyMap<ProjectPath, FileRecord> {
  const records = new Map(recorded);
  const { hasBodies: _, ...others } = values;
  const without = projectFiles(others);
  const withBodies = projectFiles({ ...others, hasBodies: true });
  const files = values.hasBodies ? withBodies : without;
  const placed = projectFiles(values, layout);
  if (recorded.has(DEFAULT_LAYOUT.mocksPackage)) {
    files.set(DEFAULT_LAYOUT.mocksPackage, mocksTemplate({}));
  }
  // The code may not show all values of the README.
  if (input !== projectInput(values)) files.delete(README_PATH);
  for (const [path, text] of files) {
    const forms = [text, without.get(path), withBodies.get(path)]
      .flatMap((each) => each === undefined ? [] : [fileRecord(path, each)]);
    const at = layout.placed(path);
    const file = { path: at, text: placed.get(path) ?? text, forms, known: recorded.get(path) };
    const record = path.endsWith(".py")
      ? upgradeModule(project, file, keepEdited)
      : upgradeText(project, file, keepEdited);
    if (record !== undefined) records.set(path, record);
  }
  return withoutRemoved(records, removeObsolete(project, records, [without, withBodies], layout));
}

/** Upgrades a file without definitions. Returns its new record; `undefined` if people wrote it. */
function upgradeText(
  project: UpgradedProject,
  { path, text, forms, known }: RenderedFile,
  keepEdited: boolean,
): FileRecord | undefined {
  const before = project.text(path);
  const record = fileRecord(path, text);
  if (before === undefined) return known ?? created(project, path, text);
  if (known === undefined || forms.some(({ hash }) => hash === known.hash)) return known;
  const wanted = withEolOf(before, text);
  if (before === wanted) return record;
  if (known.hash === textHash(before)) {
    project.set(path, wanted);
    return record;
  }
  // The record of an edited README is of the spec at that time.
  if (path === README_PATH) return known;
  if (keepEdited) return record;
  project.leave(path, null, () => wanted);
  return known;
}

function created(project: UpgradedProject, path: ProjectPath, text: string): FileRecord {
  project.set(path, text);
  return fileRecord(path, text);
}

/**
 * Upgrades a module: replaces the definitions that no one edited, and adds new ones. Returns its new
 * record; `undefined` if people wrote it.
 */
function upgradeModule(
  project: UpgradedProject,
  { path, text, forms, known }: RenderedFile,
  keepEdited: boolean,
): FileRecord | undefined {
  const before = project.text(path);
  if (before === undefined) return known ?? created(project, path, text);
  if (known === undefined) return undefined;
  const now = symbolHashes(before);
  const wanted = symbolHashes(text);
  const isChanged = (name: string) =>
    !forms.some(({ symbols }) => symbols.get(name) === known.symbols.get(name));
  const isEdited = (name: string) => now.get(name) !== known.symbols.get(name);
  if (![...wanted.keys()].some(isChanged)) return known;
  const policy = (name: string) => isChanged(name) && !isEdited(name) ? "follow" : "leave";
  const outcome = mergeFile({ path, before, generated: text, known, policy });
  if (outcome.kind !== "merged") return known;
  if (outcome.text !== null) project.set(path, outcome.text);
  const symbols = new Map(outcome.record?.symbols ?? known.symbols);
  for (const [name, hash] of wanted) {
    const isLeft = isChanged(name) && isEdited(name) && known.symbols.has(name) && now.has(name) &&
      now.get(name) !== hash;
    if (!isLeft) continue;
    if (keepEdited) symbols.set(name, hash);
    else project.leave(path, name, (each) => withDefinition(each, text, name));
  }
  return { hash: null, symbols };
}

/** Returns a module with one definition as the templates write it, whatever people did to it. */
function withDefinition(before: string, generated: string, name: string): string {
  const outcome = mergeModule(
    before,
    withEolOf(before, generated),
    new Map(),
    (each) => each === name ? "replace" : "leave",
  );
  return outcome.kind === "merged" ? outcome.text : before;
}

type Removed = ReadonlyMap<ProjectPath, ReadonlySet<string>>;

/**
 * Removes unedited definitions that the templates no longer have, if nothing uses them. Returns their
 * names by file.
 */
function removeObsolete(
  project: UpgradedProject,
  records: ReadonlyMap<ProjectPath, FileRecord>,
  forms: readonly Snapshot[],
  layout: Layout,
): Removed {
  const definitions = [...forms[0] ?? []].flatMap(([path]) => {
    if (!path.endsWith(".py")) return [];
    const wanted = new Set(forms.flatMap((each) => [...symbolHashes(each.get(path) ?? "").keys()]));
    const at = layout.placed(path);
    const present = symbolHashes(project.text(at) ?? "");
    return [...records.get(path)?.symbols ?? []].flatMap(([name, hash]) =>
      !wanted.has(name) && present.get(name) === hash ? [{ path: at, name }] : []
    );
  });
  if (definitions.length === 0) return new Map();
  const files = new Set(definitions.map(({ path }) => path));
  const removal = { definitions, files, data: new Map() };
  const { texts, removed } = removeFromProject(pythonFiles(project.files), removal);
  for (const [path, text] of texts) project.set(path, text);
  return new Map(
    [...Map.groupBy(removed, ({ path }) => path)]
      .map(([path, all]) => [layout.recorded(path), new Set(all.map(({ name }) => name))]),
  );
}

function withoutRemoved(
  records: ReadonlyMap<ProjectPath, FileRecord>,
  removed: Removed,
): ReadonlyMap<ProjectPath, FileRecord> {
  return new Map([...records].map(([path, { hash, symbols }]) => {
    const names = removed.get(path);
    const left = [...symbols].filter(([name]) => !names?.has(name));
    return [path, { hash, symbols: new Map(left) }];
  }));
}
