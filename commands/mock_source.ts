/** Finds what `mock` serves: a file, or the project in which it runs. */

import { basename, extname, resolve } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import type { OmittedPart } from "../generators/export/exported_endpoints.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { readSpec, type SpecResult } from "../spec/read_spec.ts";
import type { Context } from "./context.ts";
import { inputName, readJsonFile } from "./input.ts";
import { findAnyProject, type FoundProject } from "./locate.ts";
import type { Outcome } from "./outcome.ts";
import { readServedSpec } from "./served_spec.ts";
import { readSpecOption } from "./spec_option.ts";

/** A spec to serve, and where it comes from. */
export interface MockSource {
  readonly kind: "source";
  readonly spec: ApiSpec;
  /** The spec's text; of an OpenAPI document, the document's. */
  readonly text: string;
  /** The warnings and notes about the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** The parts of a project's code that the spec cannot describe. */
  readonly omitted: readonly OmittedPart[];
  /** The name in messages and on the docs page, such as the file as typed. */
  readonly name: string;
  /** The title of the OpenAPI document. */
  readonly title: string;
  /** The absolute path of the file to watch; `null` for stdin, and for the code of a project. */
  readonly path: string | null;
  /** Reads another version of the text. */
  parse(text: string): Promise<SpecResult>;
}

/** The reason why there is nothing to serve. */
export interface SourceFailure {
  readonly kind: "failure";
  readonly diagnostics: readonly Diagnostic[];
  /** The text that the diagnostics are about. */
  readonly source?: NonNullable<Outcome["source"]>;
}

/**
 * Reads the spec to serve.
 *
 * @param typed The path of a spec or an OpenAPI document as typed; `-` for stdin. By default, the
 * spec that the project records; without one, the spec that describes the project's code.
 */
export async function readMockSource(
  context: Pick<Context, "host" | "cwd">,
  typed: string | undefined,
): Promise<MockSource | SourceFailure> {
  const { host, cwd } = context;
  if (typed !== undefined) {
    const input = await readJsonFile(host, cwd(), typed);
    return input.kind === "problem"
      ? failure([input.diagnostic])
      : await fileSource(context, typed, input.text);
  }
  const project = findAnyProject(host, cwd());
  if (project === null) return failure([NO_SOURCE]);
  const recorded = await readSpecOption(context, project.root, {});
  if (recorded === null) return await codeSource(project);
  if ("severity" in recorded) {
    return failure([{ ...recorded, hint: OTHER_SOURCES }]);
  }
  return await fileSource(context, recorded.specPath, recorded.text);
}

const OTHER_SOURCES = "Name another file: layerwright mock <spec_file>. To serve the code: " +
  "layerwright export spec | layerwright mock -";

const NO_SOURCE = error(
  "usage-argument",
  "Nothing to serve: no file is named, and no project is here or above.",
  {
    hint: "Name a spec: layerwright mock shop.json. 'layerwright help spec' shows how to write one",
  },
);

async function fileSource(
  { host, cwd }: Pick<Context, "host" | "cwd">,
  file: string,
  text: string,
): Promise<MockSource | SourceFailure> {
  const folder = cwd();
  const parse = (text: string) => readServedSpec(text, file, { host, cwd: folder });
  const { spec, diagnostics } = await parse(text);
  const name = inputName(file);
  if (spec === null) return failure(diagnostics, { path: name, text });
  const path = file === "-" ? null : resolve(folder, file);
  const title = path === null ? "API" : basename(path, extname(path));
  return { kind: "source", spec, text, diagnostics, omitted: [], name, title, path, parse };
}

async function codeSource(
  { workspace, name: title }: FoundProject,
): Promise<MockSource | SourceFailure> {
  const { exportSpec } = await import("./late_changes.ts");
  const { data, diagnostics } = await exportSpec(workspace, title);
  const text = data?.spec ?? null;
  if (data === null || text === null) return failure(diagnostics);
  const name = `${title} (its code)`;
  const parse = (text: string) => Promise.resolve(readSpec(text, { path: name }));
  const read = await parse(text);
  // Positions in a spec that is in no file would help no one.
  const own = read.diagnostics.map((each) => ({ ...each, where: null }));
  if (read.spec === null) return failure(own);
  const { omitted } = data;
  return {
    kind: "source",
    spec: read.spec,
    text,
    diagnostics: own,
    omitted,
    name,
    title,
    path: null,
    parse,
  };
}

function failure(
  diagnostics: readonly Diagnostic[],
  source?: SourceFailure["source"],
): SourceFailure {
  return { kind: "failure", diagnostics, ...(source !== undefined && { source }) };
}
