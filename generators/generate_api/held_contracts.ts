/** Endpoints whose contract the spec changes in code that people edited. */

import type { Change } from "../../core/change_set.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import { parsedFile } from "../../python/parsed_files.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { replaceRange } from "../../python/text_edit.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { ChangedParts } from "../compare/changed_parts.ts";
import { wantedCases } from "../compare/compare_project.ts";
import type { ContractPart, EndpointCase } from "../compare/endpoint_case.ts";
import { heldContract } from "../compare/held_contract.ts";
import { type HeldBy, memberName } from "../compare/following.ts";
import { editPatch } from "../plans/edit_patch.ts";
import type { ProjectUpdate } from "./project_update.ts";
import type { DecidedRoute } from "./reconcile_route.ts";
import type { ListedEndpoint } from "./report_rows.ts";

/** An endpoint whose contract people must decide about. */
export interface HeldContract {
  readonly wanted: Endpoint;
  readonly case: EndpointCase;
  readonly parts: readonly ContractPart[];
  /** What people edited of the code that would have to change; absent if another function answers. */
  readonly heldBy: HeldBy | undefined;
  /** That code; `null` if people deleted it. */
  readonly code: FoundDefinition | null;
}

/** Finds the endpoints whose contract people must decide about. */
export function heldContracts(
  { compared, inputs }: ProjectUpdate,
  routes: readonly DecidedRoute[],
): readonly HeldContract[] {
  const cases = wantedCases(compared);
  const changed = new ChangedParts(inputs);
  return routes.flatMap(({ actions }) =>
    [...actions].flatMap(([wanted, action]): readonly HeldContract[] => {
      const found = cases.get(wanted);
      const { heldBy } = action;
      if (found === undefined) return [];
      const parts = heldContract(action, () => changed.contract(found));
      if (parts.length === 0) return [];
      const code = heldBy === undefined ? null : compared.homes.find(found.route, heldBy.held);
      return [{ wanted, case: found, parts, heldBy, code }];
    })
  );
}

/**
 * Lists the endpoints, each with the patch that would replace the edited code.
 *
 * @param changes The changes of a run that replaces it.
 */
export function listedHeld(
  all: readonly HeldContract[],
  { project, input: { prefix } }: ProjectUpdate,
  changes: readonly Change[],
): readonly ListedEndpoint[] {
  const after = new Map<string, string | null>(changes.map((each) => [each.path, each.after]));
  const before: ReadonlyMap<string, string> = project.files;
  return all.map(({ case: { method, path, handler }, parts, heldBy, code }) => {
    const { path: file, line, name } = code ?? { path: handler?.file ?? "", line: null, name: "" };
    const [now, then] = [symbolOf(before.get(file), name), symbolOf(after.get(file), name)];
    return {
      state: "conflict",
      method,
      path,
      file: prefix + file,
      line: line ?? handler?.line ?? null,
      note: `has a new ${parts.join(" and ")}; ${ownedAs(heldBy, code)}`,
      // Deleted code has no lines to show, but it can be written again.
      diff: code === null
        ? heldBy === undefined ? null : ""
        : now === undefined || then === undefined || !isProjectPath(file)
        ? null
        : replacementPatch(parsedFile(project.files, file), file, now, then.text, prefix),
    };
  });
}

/** Returns the patch that replaces a definition. */
function replacementPatch(
  module: PythonModule,
  path: ProjectPath,
  now: PythonSymbol,
  text: string,
  prefix: string,
): string {
  const edit = replaceRange(now, text.replaceAll("\n", module.eol));
  return editPatch(path, module, [edit], prefix);
}

/** Tells what people did to the code that would have to change. */
function ownedAs(heldBy: HeldBy | undefined, code: FoundDefinition | null): string {
  if (heldBy === undefined) return "your code answers";
  const { held, member } = heldBy;
  if (code === null) return `${held.name} was deleted`;
  return `${member === undefined ? code.name : memberName(code.name, member)} is your code`;
}

function symbolOf(text: string | null | undefined, name: string) {
  return text == null
    ? undefined
    : symbols(readPython(text)).findLast((each) => each.name === name);
}
