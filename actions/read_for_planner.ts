import { layoutOf } from "../project/layout/layout_of.ts";
import type { Entry, Snapshot } from "../core/change_set.ts";
import type { History, RecordName } from "../core/history.ts";
import type { ProjectPath } from "../core/project_path.ts";
import type { Planner, Reads } from "../generators/plans/planner.ts";
import { Project, type ReadHistory } from "../project/project.ts";
import { withFactsOf } from "../project/facts/fact_store.ts";
import { DEFAULT_LAYOUT } from "../project/layout/layout.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { filesBelow, findPython } from "./project_files.ts";

/** Reads the files and folders that a planner needs. */
export async function readForPlanner(workspace: Workspace, planner: Planner): Promise<Project> {
  const first = await read(workspace, planner.reads);
  if (planner.readsAfter === undefined) return first;
  const second = await read(workspace, planner.readsAfter(first));
  return new Project(withFactsOf(new Map([...first.files, ...second.files]), second.files), {
    folders: new Map([...first.folders, ...second.folders]),
    links: new Set([...first.links, ...second.links]),
    history: first.history,
  });
}

async function read(
  workspace: Workspace,
  { files = [], folders = [], below = [], python: isWanted, history: selected }: Reads,
): Promise<Project> {
  const listed = new Map<ProjectPath | null, readonly Entry[]>();
  for (const folder of folders) listed.set(folder, await workspace.entries(folder));
  const python = isWanted === undefined
    ? []
    : (await findPython(workspace)).filter(({ path }) => isWanted(path));
  const deep = (await Promise.all(below.map((folder) => filesBelow(workspace, folder)))).flat();
  const paths = [...new Set([...files, ...[...deep, ...python].map(({ path }) => path)])];
  const found: Snapshot = paths.length === 0 ? new Map() : await workspace.read(paths);
  const history = selected === undefined ? undefined : await readHistory(workspace, selected);
  const layout = python.length === 0 ? DEFAULT_LAYOUT : layoutOf(found);
  const inFolder = layout === DEFAULT_LAYOUT ? [] : below.map((folder) => layout.placed(folder));
  const moved = (await Promise.all(inFolder.map((folder) => filesBelow(workspace, folder)))).flat();
  const links = [...deep, ...python, ...moved].filter(({ isLink }) => isLink);
  const all = moved.length === 0 ? found : withFactsOf(
    new Map([...found, ...await workspace.read(moved.map(({ path }) => path))]),
    found,
  );
  return new Project(all, {
    folders: listed,
    links: new Set(links.map(({ path }) => path)),
    history,
  });
}

async function readHistory(
  { history }: Workspace,
  selected: (history: History) => RecordName | null,
): Promise<ReadHistory | undefined> {
  if (history === undefined) return undefined;
  const list = await history.list();
  const name = selected(list);
  return { list, record: name && await history.record(name) };
}
