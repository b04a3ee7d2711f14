/** The options shared by the commands that add endpoints at a path. */

import { Option } from "@commander-js/extra-typings";
import { relative } from "node:path";
import type { FolderOption } from "../actions/added_endpoints.ts";
import type { GenerateSubrouteOptions } from "../actions/generate_subroute.ts";
import type { JsonOption, WithParsedJson } from "../actions/json_option.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Method, METHODS, parseMethod } from "../spec/api_spec.ts";
import type { Context } from "./context.ts";
import { type JsonInput, readJsonOption } from "./input.ts";
import { type PreviewFlags, previewOptions } from "./preview_options.ts";

/** The option values, as typed. */
export interface AdditionWords extends PreviewFlags {
  readonly type?: string | undefined;
  readonly methods?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: string | undefined;
  readonly body?: string | undefined;
  readonly mock?: string | undefined;
}

/** Creates the option `--methods`. */
export function methodsOption() {
  return new Option("--methods <METHODS>", "Several methods, such as GET,PUT, in place of --type")
    .conflicts("type");
}

/** Creates the option `--body`. */
export function bodyOption() {
  return new Option(
    "--body <json>",
    "Example of a POST or PUT body, as JSON or a JSON file",
  );
}

/** Creates the option `--status`. */
export function statusOption() {
  return new Option("--status <code>", "200 to 299 (default: 201 for POST, else 200)");
}

/** Parsed options, or a problem with them. */
export type AdditionOptions =
  | {
    readonly kind: "options";
    readonly options: WithParsedJson<GenerateSubrouteOptions> & FolderOption;
  }
  | { readonly kind: "problem"; readonly diagnostic: Diagnostic };

/**
 * Parses the options of `generate route` and `generate subroute`. If the value of `--body` or `--mock` is a
 * path, reads that file.
 *
 * @param root The project's folder, an absolute path.
 * @param types The methods that `--type` accepts.
 * @returns The options, or the problem with them.
 */
export async function readAdditionOptions(
  context: Context,
  root: string,
  { type, methods, path, status, body, mock, ...flags }: AdditionWords,
  types: readonly Method[],
): Promise<AdditionOptions> {
  const chosen = methods === undefined ? readType(type ?? "GET", types) : readMethods(methods);
  if ("severity" in chosen) return problem(chosen);
  const sample = await readOption(context, "body", body);
  if (sample !== null && "severity" in sample) return problem(sample);
  const answer = await readOption(context, "mock", mock);
  if (answer !== null && "severity" in answer) return problem(answer);
  const options = {
    ...chosen,
    ...(path !== undefined && { path }),
    ...(status !== undefined && { status: Number(status) }),
    body: sample?.value ?? null,
    ...(sample?.path !== undefined && { bodyPath: sample.path }),
    mock: answer?.value ?? null,
    ...(answer?.path !== undefined && { mockPath: answer.path }),
    folder: relative(context.host.cwd, root),
    ...previewOptions(context, root, flags),
  };
  return { kind: "options", options };
}

function problem(diagnostic: Diagnostic): AdditionOptions {
  return { kind: "problem", diagnostic };
}

async function readOption(
  { host, cwd }: Context,
  option: JsonOption,
  typed: string | undefined,
): Promise<JsonInput | Diagnostic | null> {
  return typed === undefined ? null : await readJsonOption(host, cwd(), option, typed);
}

function readType(
  typed: string,
  types: readonly Method[],
): { readonly type: Method } | Diagnostic {
  const type = parseMethod(typed);
  if (type !== null && types.includes(type)) return { type };
  const isWhole = types.length === METHODS.length;
  const choice = isWhole ? "GET, POST, PUT, or DELETE" : "GET or POST";
  const elsewhere = type === null || isWhole ? "" : `; --methods takes PUT and DELETE`;
  return error(
    "type-invalid",
    `Invalid --type '${quotable(typed)}' (must be ${choice}${elsewhere}).`,
  );
}

function readMethods(typed: string): { readonly methods: readonly Method[] } | Diagnostic {
  const words = typed.split(",").map((each) => each.trim());
  const methods = words.map(parseMethod).filter((each) => each !== null);
  if (methods.length === words.length) return { methods };
  return error(
    "type-invalid",
    `Invalid --methods '${quotable(typed)}' (must be GET, POST, PUT, or DELETE, with commas).`,
  );
}
