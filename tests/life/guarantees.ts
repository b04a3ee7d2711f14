/** The guarantees that hold after every command, no matter what people edited before. */

import type { ProjectStatus, Report } from "../../mod.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { disagreements } from "./agreement.ts";
import type { Command, Life, ReportData } from "./commands.ts";
import { BY_HAND } from "./edits/edit.ts";
import type { ParsedSpec } from "../tools/spec_endpoints.ts";
import { documentsWhatIsServed, isDocs, isDocsFile, isDocument } from "./documentation.ts";
import { exportedProblems } from "./exported.ts";
import { guardsNewEndpoints, keepsGuards } from "./guarded.ts";
import { rowsAreTrue, tellsEveryChange } from "./reported.ts";
import type { Judgement, ServedEndpoint } from "./judge.ts";
import { changedPaths, type Files, hasRecords } from "./project.ts";
import { definitions, fullName, textOf } from "./python_text.ts";
import { answersUnderNewNames } from "./renamings.ts";

/** A command that ran. */
export interface Step {
  readonly command: Command;
  readonly report: Report<ReportData>;
  /** The problem when the command is undone and redone; `null` if there is none. */
  readonly undoing: string | null;
  /** The report of a second run of the same command. */
  readonly again: Report;
  /** The spec that `export spec` prints afterwards; `null` if it fails. */
  readonly exported: ParsedSpec | null;
  readonly before: Life;
  readonly after: Life;
  readonly judgedBefore: Judgement;
  readonly judgedAfter: Judgement;
  /** The statuses of the answers to the bodies of the spec, by method and rule. */
  readonly examples: ReadonlyMap<string, number>;
  /** The report of `status`; `null` if it fails. */
  readonly statusBefore: ProjectStatus | null;
  readonly statusAfter: ProjectStatus | null;
}

/**
 * Checks that a guarantee holds for a step.
 *
 * @returns The problem; `null` if the guarantee holds.
 */
export type Guarantee = (step: Step) => string | null;

const starts: Guarantee = ({ judgedBefore, judgedAfter }) =>
  judgedBefore.error === null ? judgedAfter.error : null;

const answersTheSame: Guarantee = ({ command, judgedBefore, judgedAfter }) => {
  if (judgedAfter.error !== null) return null;
  const now = new Map(judgedAfter.endpoints.map((each) => [keyOf(each), each]));
  const changed = judgedBefore.endpoints.filter((endpoint) => {
    const after = now.get(keyOf(endpoint));
    // People broke it before, such as by a renamed method.
    if (endpoint.status === 500 || isDocs(endpoint)) return false;
    const isSame = after?.status === endpoint.status && after.body === endpoint.body;
    return !isSame && !command.asksFor(endpoint);
  });
  return listed(changed.map((each) => {
    const after = now.get(keyOf(each));
    return `${keyOf(each)} answered ${each.body.trim()}, now ${after?.body.trim() ?? "nothing"}`;
  }));
};

const addsWhatWasAsked: Guarantee = ({ command, judgedBefore, judgedAfter }) => {
  if (judgedBefore.error !== null) return null;
  const known = new Set(judgedBefore.endpoints.map(keyOf));
  const added = judgedAfter.endpoints.filter((each) =>
    !known.has(keyOf(each)) && !command.asksFor(each)
  );
  const count = (all: readonly ServedEndpoint[]) => all.length - new Set(all.map(keyOf)).size;
  const twice = count(judgedAfter.endpoints) - count(judgedBefore.endpoints);
  return listed([
    ...added.map((each) => `${keyOf(each)} is new`),
    ...(twice > 0 ? [`${twice} endpoints are served twice`] : []),
  ]);
};

function keyOf({ method, rule }: ServedEndpoint): string {
  return `${method} ${rule}`;
}

const keepsPeoplesCode: Guarantee = ({ command, before, after }) =>
  command.isForced || command.renames !== undefined ? null : listed(
    Object.entries(before.project.files).flatMap(([path, text]) =>
      path.startsWith(".layerwright/") || command.registers === true && isDocsFile(path) ||
        isDocument(path)
        ? []
        : lostParts(text, after.project.files[path] ?? "", command)
          .map((part) => `${path} lost ${part}`)
    ),
  );

/** Returns the definitions and lines with people's mark that a text no longer has. */
function lostParts(before: string, after: string, { removes, registers }: Command): string[] {
  if (before === after || !before.includes(BY_HAND)) return [];
  const kept = signedParts(after);
  const all = new Set([...kept.own, ...kept.lines]);
  // A merge may have kept several definitions of one name.
  const now = new Map(
    [...Map.groupBy(definitions(after), fullName)].map(([name, all]) => [
      name,
      all.map((each) => textOf(after, each)).join("\n"),
    ]),
  );
  const { own, around, lines } = signedParts(before);
  return [
    ...[...(registers === true ? [] : own), ...lines].filter((part) => !all.has(part)),
    ...around.flatMap(({ name, marks, canGo }) => {
      const text = now.get(name);
      // What people put around generated code goes with that code.
      if (text === undefined) return removes === undefined && !canGo ? [name] : [];
      return marks.filter((mark) => !text.includes(mark)).map((mark) => `${name}:\n${mark}`);
    }),
  ];
}

/** The code with people's mark in a text. */
interface SignedParts {
  /** Definitions that people edited. */
  readonly own: readonly string[];
  /** Definitions around which people put decorators, docstrings and comments, with the marked lines. */
  readonly around: readonly {
    readonly name: string;
    readonly marks: readonly string[];
    /** Whether it is a model that goes if the spec no longer needs it. */
    readonly canGo: boolean;
  }[];
  /** All other marked lines. */
  readonly lines: readonly string[];
}

function signedParts(text: string): SignedParts {
  const own: string[] = [];
  const around: SignedParts["around"][number][] = [];
  for (const each of definitions(text)) {
    const code = textOf(text, each);
    // Methods are compared on their own, and a class may get more of them.
    const part = each.kind === "class" ? code.split(/\n\s*(?:@|async def|def)\b/)[0] ?? "" : code;
    if (!part.includes(BY_HAND)) continue;
    const name = fullName(each);
    const [isAround, isOfSpec] = [isOnlyAround(part), isModel(part)];
    // A method may get further parameters.
    if (!isAround && !isOfSpec) own.push(`${name}:\n${part.replace(PARAMETERS, "$1")}`);
    else around.push({ name, marks: marked(part), canGo: isAround && isOfSpec });
  }
  const elsewhere = new Set(around.flatMap(({ marks }) => marks));
  return { own, around, lines: marked(text).filter((line) => !elsewhere.has(line)) };
}

/** Reports whether a class is a model, whose members follow the spec each for itself. */
function isModel(code: string): boolean {
  return /^class \w+\((?:Body|(?:List)?Parameters|RootModel|TypedDict)\b/m.test(code);
}

const PARAMETERS = /^([ \t]*(?:async )?def \w+\()[^]*?(?=\)(?: ->[^\n]*)?:$)/m;

function marked(text: string): string[] {
  return text.split("\n").filter((line) => line.includes(BY_HAND));
}

/** Reports whether people's mark is only in decorators, the docstring and comments outside the body. */
function isOnlyAround(code: string): boolean {
  const body = code
    .replace(/^[ \t]*(?:#|@(?!\w+\.(?:route|get|post|put|delete|patch)\()).*\r?\n/gm, "")
    .replace(/^([ \t]*(?:@|(?:async )?def ).*[):])[ \t]*#.*$/gm, "$1")
    .replace(/:[ \t]*\r?\n[ \t]*(["'])\1\1[^]*?\1{3}.*\r?\n?/, ":\n");
  return !body.includes(BY_HAND);
}

const writesNothing: Guarantee = ({ command, before, after }) =>
  command.asksNothing
    ? listed(
      changedPaths(before.project.files, after.project.files)
        // The documents of adopted routes are made from their code.
        .filter((path) => command.isAdoption !== true || !isDocument(path))
        .map((path) => `It wrote ${path}`),
    )
    : null;

const leavesRecords: Guarantee = ({ command, report, before, after }) => {
  const hasWritten = changedPaths(before.project.files, after.project.files).length > 0;
  if (!command.asksNothing || command.isAdoption || hasWritten || report.status !== "applied") {
    return null;
  }
  return `It wrote ${report.changes.map(({ path }) => path).join(", ")}`;
};

const proceeds: Guarantee = ({ command, report, before }) => {
  const isDone = report.status === "applied" || report.status === "unchanged";
  // Without records, commands fail and say how to adopt the project.
  const isAllowed = report.status === "refused" && command.mayRefuse ||
    report.status === "failed" && command.mayFail === true;
  if (isDone || isAllowed || !hasRecords(before.project)) return null;
  return `${report.status}: ${report.message}`;
};

const repeats: Guarantee = ({ command, report, again }) => {
  const isOver = (command.removes ?? command.renames) !== undefined && again.status === "failed" ||
    command.isAdoption === true && again.status === "refused";
  const isRepeated = again.status === "unchanged" || isOver;
  return report.status !== "applied" || isRepeated
    ? null
    : `The second run is ${again.status}: ${again.message}`;
};

const servesWhatItReports: Guarantee = ({ report, command, judgedAfter, statusAfter }) => {
  if (report.status !== "applied" || judgedAfter.error !== null) return null;
  // The command reports that people must register the blueprint themselves.
  if (report.diagnostics.some(({ message }) => message.includes("register_blueprint"))) return null;
  // The command reports that it does not know a prefix, which the app computes when it starts.
  if (report.diagnostics.some(({ code }) => code === "mounting-unclear")) return null;
  const served = new Set(
    judgedAfter.endpoints.map(({ method, rule }) => `${method} ${printedPath(rule)}`),
  );
  const known = (report.data?.endpoints ?? []).filter(({ path }) => path !== "?");
  // A renamed route may not have been registered before. `status` shows that.
  const unregistered = new Set(
    (command.renames === undefined ? [] : statusAfter?.endpoints ?? [])
      .filter(({ state }) => state === "unregistered").map(({ method, path }) =>
        `${method} ${path}`
      ),
  );
  const missing = known.map(({ method, path }) => `${method} ${path}`)
    .filter((key) => !unregistered.has(key) && !served.has(key));
  return listed(missing.map((key) => `${key} is not served`));
};

const keepsDeletedFilesDeleted: Guarantee = ({ before, after }) => {
  const back = [...before.deleted].filter((path) => after.project.files[path] !== undefined);
  return listed(back.map((path) => `${path} is back`));
};

const exportsWhatIsServed: Guarantee = ({ exported, judgedAfter }) =>
  exported === null ? null : listed(exportedProblems(exported, judgedAfter));

const statusAgrees: Guarantee = (step) => {
  if (step.statusBefore === null || step.statusAfter === null) return "It fails";
  const before = disagreements(step.statusBefore, step.judgedBefore);
  const after = disagreements(step.statusAfter, step.judgedAfter);
  return listed([...before.map((each) => `Before the command, ${each}`), ...after]);
};

const removesWhatWasAsked: Guarantee = ({ command, report, judgedAfter }) => {
  if (command.removes === undefined || report.status !== "applied") return null;
  const left = judgedAfter.endpoints.filter(command.asksFor);
  return listed(left.map((each) => `${keyOf(each)} is still served`));
};

function listed(problems: readonly string[]): string | null {
  return problems.length === 0 ? null : problems.join("\n");
}

/** The guarantees, by name. */
export const GUARANTEES: Readonly<Record<string, Guarantee>> = {
  "an app that started still starts": starts,
  "endpoints answer as before": answersTheSame,
  "only requested endpoints are added": addsWhatWasAsked,
  "people's code stays": keepsPeoplesCode,
  "the same spec writes nothing": writesNothing,
  "the same spec leaves the records": leavesRecords,
  "a command is not refused": proceeds,
  "a second run changes nothing": repeats,
  "reported endpoints are served": servesWhatItReports,
  "deleted files stay deleted": keepsDeletedFilesDeleted,
  "exported endpoints are served": exportsWhatIsServed,
  "status agrees with Flask": statusAgrees,
  "undo gives back every byte, and redo repeats the command": ({ undoing }) => undoing,
  "a removed endpoint is gone, and nothing else": removesWhatWasAsked,
  "every row of a report is true": rowsAreTrue,
  "every change of a spec is told": tellsEveryChange,
  "no guard is lost": keepsGuards,
  "new endpoints have the guards of the others, or are named": guardsNewEndpoints,
  "a renamed endpoint answers under its new name": answersUnderNewNames,
  "the documentation has what is served": documentsWhatIsServed,
};

/** Checks all guarantees after a command. Returns the problems, by guarantee. */
export function brokenGuarantees(step: Step): ReadonlyMap<string, string> {
  const found = Object.entries(GUARANTEES).map(([name, check]) => [name, check(step)] as const);
  return new Map(
    found.flatMap(([name, problem]) => problem === null ? [] : [[name, problem] as const]),
  );
}

/** Returns the files that an edit removed. */
export function removedFiles(before: Files, after: Files): string[] {
  return Object.keys(before).filter((path) => after[path] === undefined);
}
