/** Upgrades the files of a project that belong to no route. */

import type { ProjectPath } from "../../core/project_path.ts";
import { APP_TEST_PATH, DEFAULT_LAYOUT, README_PATH } from "../../project/layout/layout.ts";
import type { FileRecord, Manifest } from "../../project/records/manifest.ts";
import { mocksTemplate, type ProjectValues } from "../../templates/mod.ts";
import { projectFiles, projectInput } from "../code/project_files.ts";
import { textsWithAndWithout, withoutSupport } from "../code/support.ts";
import { fileRecord, mergeFile } from "../edits/merge.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { removeFromProject } from "../edits/removal.ts";
import type { LeftCode } from "./left_definitions.ts";

/** A file, as this version renders it. */
interface RenderedFile {
  /** The path of the file, also if people renamed the app's package. */
  readonly path: ProjectPath;
  readonly text: string;
  /**
   * The hashes of its parts with and without shared code. Commands and people add such code without
   * writing to all files that depend on it.
   */
  readonly forms: readonly Hashes[];
  readonly known: FileRecord | undefined;
}

/** The hashes of definitions by name, or the hash of a text by its path. */
type Hashes = ReadonlyMap<string, string>;

/** A part of a file that has a hash: a definition, or the whole text. */
interface FilePart {
  readonly path: ProjectPath;
  readonly name: string;
}

/** The project-wide files after an upgrade. */
export interface UpgradedFiles {
  readonly records: Manifest["files"];
  readonly left: readonly LeftCode[];
}

/**
 * Upgrades files: replaces the parts that no one edited, adds new ones, and removes those that the
 * templates no longer have, unless code uses them.
 *
 * @param keepEdited Whether to record edited code as it is rendered now.
 */
export function upgradeProjectFiles(
  { files: recorded, input }: Manifest,
  values: ProjectValues,
  draft: ProjectDraft,
  keepEdited: boolean,
): UpgradedFiles {
  const { layout } = draft.before;
  const records = new Map(recorded);
  const others = withoutSupport(values);
  const forms = textsWithAndWithout((support) => projectFiles({ ...others, ...support }));
  const files = projectFiles(values);
  const placed = projectFiles(values, layout);
  if (recorded.has(DEFAULT_LAYOUT.mocksPackage)) {
    files.set(DEFAULT_LAYOUT.mocksPackage, mocksTemplate({}));
  }
  // The code may not show all values of the README.
  if (input !== projectInput(values)) files.delete(README_PATH);
  const left: LeftCode[] = [];
  let hasEditedCode = false;
  const obsolete: FilePart[] = [];
  for (const [path, text] of files) {
    const at = layout.placed(path);
    const rendered: RenderedFile = {
      path: at,
      text: placed.get(path) ?? text,
      forms: [
        ...new Set([
          text,
          placed.get(path) ?? text,
          ...forms.get(path) ?? [],
        ]),
      ].map((each) => hashesOf(at, fileRecord(at, each))),
      known: recorded.get(path),
    };
    // New tests may be of code that an edited definition does not use.
    const isHeld = path === APP_TEST_PATH && hasEditedCode;
    const upgraded = upgradeFile(rendered, draft, { keepEdited, isHeld });
    if (upgraded === undefined) continue;
    records.set(path, upgraded.record);
    hasEditedCode ||= path.endsWith(".py") && upgraded.edited.length > 0;
    if (!keepEdited) {
      left.push(...upgraded.edited.map((name) => leftCode({ path: at, name }, text)));
    }
    obsolete.push(...obsoleteParts(rendered, upgraded.record, draft));
  }
  for (const { path, name } of removeParts(obsolete, draft)) {
    const at = layout.recorded(path);
    const { hash = null, symbols = new Map<string, string>() } = records.get(at) ?? {};
    const rest = [...symbols].filter(([each]) => each !== name);
    records.set(at, { hash, symbols: new Map(rest) });
  }
  return { records, left };
}

function hashesOf(path: ProjectPath, { hash, symbols }: FileRecord): Hashes {
  return hash === null ? symbols : new Map([[path, hash]]);
}

interface UpgradedFile {
  readonly record: FileRecord;
  /** The names of the parts that stay because people edited them. */
  readonly edited: readonly string[];
}

/**
 * Upgrades a file; returns `undefined` if people wrote it.
 *
 * @param isHeld Whether the file gets no new parts.
 */
function upgradeFile(
  { path, text, forms, known }: RenderedFile,
  draft: ProjectDraft,
  { keepEdited, isHeld }: { readonly keepEdited: boolean; readonly isHeld: boolean },
): UpgradedFile | undefined {
  const before = draft.text(path);
  if (before === undefined && known === undefined) {
    draft.write(path, text);
    return { record: fileRecord(path, text), edited: [] };
  }
  if (known === undefined) return undefined;
  const unchanged = { record: known, edited: [] };
  if (before === undefined) return unchanged;
  const was = hashesOf(path, known);
  const now = hashesOf(path, fileRecord(path, before));
  const wanted = hashesOf(path, fileRecord(path, text));
  const changed = new Set(
    wanted.keys().filter((name) => !forms.some((each) => each.get(name) === was.get(name))),
  );
  if (changed.size === 0) return unchanged;
  const isEdited = (name: string) => now.get(name) !== was.get(name);
  const held = new Set(isHeld ? [...changed].filter((name) => !was.has(name)) : []);
  const policy = (name: string) =>
    changed.has(name) && !isEdited(name) && !held.has(name) ? "follow" : "leave";
  const outcome = mergeFile({ path, before, generated: text, known, policy });
  if (outcome.kind !== "merged") return unchanged;
  if (outcome.text !== null) draft.write(path, outcome.text);
  // The record of an edited README is of the spec at that time.
  const edited = path === README_PATH
    ? []
    : [...changed].filter((name) =>
      isEdited(name) && was.has(name) && now.has(name) && now.get(name) !== wanted.get(name)
    );
  const record = outcome.record ?? known;
  if (!keepEdited) return { record, edited };
  const kept = new Map([...edited, ...held].map((name) => [name, wanted.get(name) ?? ""]));
  return {
    record: {
      hash: kept.get(path) ?? record.hash,
      symbols: path.endsWith(".py") ? new Map([...record.symbols, ...kept]) : record.symbols,
    },
    edited,
  };
}

/** Returns a part that people edited, which the templates would write whatever people did to it. */
function leftCode({ path, name }: FilePart, generated: string): LeftCode {
  const policy = (each: string) => each === name ? "replace" : "leave";
  return {
    path,
    name: name === path ? null : name,
    rewrite: (before) => {
      const known = { hash: null, symbols: new Map() };
      const outcome = mergeFile({ path, before, generated, known, policy });
      return outcome.kind === "merged" ? outcome.text ?? before : before;
    },
  };
}

/** Lists the unedited definitions of a file that the templates no longer have. */
function obsoleteParts(
  { path, forms }: RenderedFile,
  { symbols }: FileRecord,
  draft: ProjectDraft,
): readonly FilePart[] {
  const lost = [...symbols].filter(([name]) => !forms.some((each) => each.has(name)));
  if (lost.length === 0) return [];
  const present = fileRecord(path, draft.text(path) ?? "").symbols;
  return lost.flatMap(([name, hash]) => present.get(name) === hash ? [{ path, name }] : []);
}

/** Removes definitions that nothing uses, and returns them. */
function removeParts(
  definitions: readonly FilePart[],
  draft: ProjectDraft,
): readonly FilePart[] {
  if (definitions.length === 0) return [];
  const files = new Set(definitions.map(({ path }) => path));
  const request = { definitions, files, data: new Map() };
  const { texts, removed } = removeFromProject(draft.project, request);
  draft.apply(texts);
  return removed;
}
