/** The options shared by the commands that add one endpoint. */

import type { GenerateSubrouteOptions } from "../actions/generate_subroute.ts";
import type { WithParsedMock } from "../actions/mock.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Method, METHODS, parseMethod } from "../spec/api_spec.ts";
import type { Context } from "./context.ts";
import { readMockOption } from "./input.ts";
import { type PreviewFlags, previewOptions } from "./preview_options.ts";

/** The option values, as typed. */
export interface AdditionWords extends PreviewFlags {
  readonly type?: string | undefined;
  readonly mock?: string | undefined;
}

/** Parsed options, or a problem with them. */
export type AdditionOptions =
  | { readonly kind: "options"; readonly options: WithParsedMock<GenerateSubrouteOptions> }
  | { readonly kind: "problem"; readonly diagnostic: Diagnostic };

/**
 * Parses the options of `generate route` and `generate subroute`. If `--mock` is a path, reads that file.
 *
 * @param root The project's folder, an absolute path.
 * @param methods The methods that the command accepts.
 * @returns The options, or the problem with them.
 */
export async function readAdditionOptions(
  context: Context,
  root: string,
  { type: typed = "GET", mock, ...flags }: AdditionWords,
  methods: readonly Method[],
): Promise<AdditionOptions> {
  const type = parseMethod(typed);
  if (type === null || !methods.includes(type)) {
    return { kind: "problem", diagnostic: typeInvalid(typed, type, methods) };
  }
  const { host, cwd } = context;
  const given = mock === undefined ? { value: null } : await readMockOption(host, cwd(), mock);
  if ("severity" in given) return { kind: "problem", diagnostic: given };
  const { value, ...path } = given;
  const options = { type, mock: value, ...path, ...previewOptions(context, root, flags) };
  return { kind: "options", options };
}

function typeInvalid(
  typed: string,
  type: Method | null,
  methods: readonly Method[],
): Diagnostic {
  const choice = methods.length === METHODS.length ? "GET, POST, PUT, or DELETE" : "GET or POST";
  const elsewhere = type === null || methods.length === METHODS.length
    ? ""
    : "; a spec takes PUT and DELETE";
  return error(
    "type-invalid",
    `Invalid --type '${quotable(typed)}' (must be ${choice}${elsewhere}).`,
  );
}
