/** Formats the messages of the mock server while it runs. */

import { oneLine, printable, quotable } from "../core/printable.ts";
import { counted, grouped } from "../core/report.ts";
import { DOCS_PATH } from "../mock/docs_page.ts";
import type { FoundResources } from "../mock/resource.ts";
import type { AnsweredRequest } from "../mock/mock_server.ts";
import type { SpecChanges } from "../mock/spec_changes.ts";
import { exampleOf, type SpecContract } from "../spec/spec_contract.ts";
import { type Style, table, wrap } from "./style.ts";

/** Maximum number of endpoints in the table at the start. */
const MAX_LISTED = 40;

/** Maximum number of endpoints or collections that a message names. */
const MAX_NAMED = 3;

/** The served spec, and its address. */
export interface ServedSpec {
  /** The spec's path, as typed. */
  readonly name: string;
  /** The server's address. */
  readonly origin: string;
  /** Whether the server watches the spec. */
  readonly isWatched: boolean;
  /** The resources whose items are kept; `null` without `--state`. */
  readonly kept: KeptResources | null;
}

/** The resources whose items are kept, and where they are kept. */
interface KeptResources extends Pick<FoundResources, "kept" | "unkept"> {
  /** The state file as typed; `null` without one. */
  readonly file: string | null;
}

/**
 * Formats the message that the server is running, with a table of endpoints.
 *
 * @param columns The width to wrap text to; infinite for a pipe.
 */
export function presentMock(
  { name, origin, isWatched, kept }: ServedSpec,
  endpoints: readonly SpecContract[],
  columns = Infinity,
): string {
  const wrapped = (line: string) => wrap(line, 0, columns, 2);
  const how = isWatched ? "reloads when you save; Ctrl-C stops" : "Ctrl-C stops";
  const rows = endpoints.slice(0, MAX_LISTED).map((each) => [
    "",
    each.method.value,
    each.path.value,
    String(each.responses.value[0].status.value),
    answerWords(each),
  ]);
  const more = endpoints.length - rows.length;
  return [
    wrapped(`Serving ${quotable(name)} on ${origin} (${how})`),
    "",
    ...table(rows),
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
    ...(kept === null ? [] : presentState(kept).map(wrapped)),
    `Docs: ${origin}${DOCS_PATH}`,
    "",
  ].join("\n");
}

function presentState({ kept, unkept, file }: KeptResources): readonly string[] {
  const paths = kept.slice(0, MAX_NAMED).map(({ path }) => path).join(", ");
  const more = kept.length > MAX_NAMED ? ` and ${grouped(kept.length - MAX_NAMED)} more` : "";
  const where = file === null ? "until it stops" : `in ${quotable(file)}`;
  return [
    kept.length === 0
      ? "Keeps nothing: no list has a path for its items, such as /products/{id:int}"
      : `Keeps changes of ${paths}${more} ${where}`,
    ...unkept.slice(0, MAX_NAMED).map(({ path, reason }) => `Does not keep ${path}: ${reason}`),
  ];
}

function answerWords(
  { query, headers, list, body, responses: { value: [{ content }] } }: SpecContract,
): string {
  const answer = content.kind === "absent"
    ? "no content"
    : content.value.kind === "json"
    ? "mock"
    : "default response";
  const checked = [
    ...(query.kind === "known" || list.kind === "known" ? ["query"] : []),
    ...(headers.kind === "known" ? ["headers"] : []),
    ...(exampleOf(body) === null ? [] : ["body"]),
  ];
  if (checked.length === 0) return answer;
  const parts = [checked.slice(0, -1).join(", "), ...checked.slice(-1)].filter((each) =>
    each !== ""
  );
  return `${answer}, checks its ${parts.join(" and ")}`;
}

/** Formats the line about a request. */
export function presentAnswered(
  { method, target, status, ms, reason }: AnsweredRequest,
  style: Style,
): string {
  const colour = status < 300 ? "green" : status < 400 ? "cyan" : "red";
  const shown = oneLine(printable(`${method.slice(0, 20).padEnd(7)} ${quotable(target)}`));
  const time = `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
  const why = reason === null ? "" : `  ${printable(quotable(reason))}`;
  return `${shown}  ${style(colour, String(status))}  ${style("dim", time)}${why}`;
}

/** Formats the line about a spec that was saved. */
export function presentSaved(name: string, { added, changed, removed }: SpecChanges): string {
  const parts = [["added", added], ["changed", changed], ["removed", removed]] as const;
  const said = parts.filter(([, endpoints]) => endpoints.length > 0)
    .map(([verb, endpoints], index) => {
      const number = index === 0
        ? counted(endpoints.length, "endpoint")
        : grouped(endpoints.length);
      return `${number} ${verb} (${named(endpoints)})`;
    });
  return `${quotable(name)} saved: ${said.length === 0 ? "no endpoint changed" : said.join(", ")}`;
}

function named(endpoints: readonly string[]): string {
  const more = endpoints.length - MAX_NAMED;
  const shown = endpoints.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${shown} and ${grouped(more)} more` : shown;
}

/** Formats the line about a spec that cannot be served. */
export function presentKept(name: string, errors: number): string {
  const problem = errors === 1 ? "an error" : counted(errors, "error");
  return `${quotable(name)} saved with ${problem}; still serving the last good one`;
}
