/** Formats the report of `generate api`. */

import { counted, type Report, type ReportChange } from "../core/report.ts";
import type { ApiData } from "../generators/generate_api/report.ts";
import { DEFAULT_LAYOUT } from "../project/layout/layout.ts";
import { MANIFEST_PATH } from "../project/records/manifest.ts";
import { isRecordPath } from "../project/records/records.ts";
import { folderTree } from "./folder_counts.ts";
import type { ListedEndpoint } from "../generators/generate_api/report_rows.ts";
import {
  changeLines,
  endpointLines,
  type EndpointParts,
  headline,
  limited,
  nextLines,
  partsNote,
  sections,
} from "./present.ts";
import { type StateRow, stateRows } from "./state_rows.ts";
import type { View } from "./view.ts";

/** Formats the report of `generate api`. */
export function presentApi(report: Report, view: View): string {
  const data = report.data as ApiData;
  const isNew = report.changes.some(({ kind, path }) =>
    kind === "create" && path.endsWith(MANIFEST_PATH)
  );
  if (report.status === "unchanged") return sections(report.message, stateLines(data, view));
  return isNew ? presentCreation(report, data, view) : presentUpdate(report, data, view);
}

function presentCreation(report: Report, data: ApiData, view: View): string {
  const { verbose } = view;
  return sections(
    firstLines(report, data, view),
    limited(verbose ? changeLines(report.changes, view) : folderTree(report.changes), view),
    limited(endpointLines(data.endpoints, view), view),
    [countLine(report, data, view), ...nextLines(report)],
  );
}

function presentUpdate(report: Report, data: ApiData, view: View): string {
  const isPreview = report.status === "planned";
  const states = stateLines(data, view);
  const listsAll = isPreview || view.listsFiles || states.length === 0;
  const { changes } = report;
  const named = new Set(data.states.map(({ file }) => file));
  const listed = listsAll
    ? changes
    : changes.filter(({ path }) => !named.has(path) && !isOfEndpoint(path));
  return sections(
    firstLines(report, data, view),
    states,
    limited(changeLines(listed, view), view),
    [
      ...(isPreview || view.listsFiles ? [countLine(report, data, view)] : []),
      ...nextLines(report),
    ],
  );
}

/**
 * Reports whether a file has code or records of endpoints. The list of endpoints already covers
 * such files.
 */
function isOfEndpoint(path: ReportChange["path"]): boolean {
  const inProject = path.slice(path.indexOf("/") + 1);
  return [path, inProject].some((each) =>
    isRecordPath(each) || DEFAULT_LAYOUT.routeFileAt(each) !== null
  );
}

function firstLines(report: Report, { description }: ApiData, { style, verbose }: View): string {
  const described = verbose && description !== null
    ? `Description: ${description.replaceAll("\n", `\n${" ".repeat(13)}`)}\n`
    : "";
  return described + headline(report, style);
}

function countLine({ status }: Report, data: ApiData, { elapsed }: View): string {
  const time = status === "applied" && elapsed !== null ? ` in ${Math.round(elapsed)} ms` : "";
  const counts = [
    counted(data.files, "file"),
    counted(data.routes, "route"),
    counted(data.endpoints.length, "endpoint"),
  ];
  return counts.join(", ") + time;
}

function stateLines({ states, endpoints }: ApiData, view: View): readonly string[] {
  const checked = new Map(endpoints.map((each) => [`${each.method} ${each.path}`, each]));
  const rows = states.map((each): StateRow => ({
    word: each.state,
    isDrift: isDrift(each.state),
    method: each.method,
    path: each.path,
    note: noteOf(each, checked.get(`${each.method} ${each.path}`) ?? {}),
  }));
  return limited(stateRows(rows, view), view);
}

function isDrift(state: ListedEndpoint["state"]): boolean {
  return state === "changed" || state === "deleted" || state === "extra" ||
    state === "unregistered" || state === "unreadable";
}

/** @param checked What the endpoint checks of its requests. */
function noteOf({ state, file, line, note }: ListedEndpoint, parts: EndpointParts): string {
  const place = file === null || line === null ? "" : `${file}:${line}`;
  const isWritten = state === "new" || state === "outdated";
  const request = partsNote(parts);
  if (isWritten && request !== "") return `${note || place}\n${request}`;
  if (note === "") return place;
  return state === "unregistered" ? `${place}\n${note}` : note;
}
