/** Endpoints whose contract the spec changes in code that people edited. */

import type { Change } from "../../core/change_set.ts";
import type { Project } from "../../project/project.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import { parsedFile } from "../../python/parsed_files.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { replaceRange } from "../../python/text_edit.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { ChangedParts } from "../compare/changed_parts.ts";
import { wantedCases } from "../compare/compare_project.ts";
import { type ContractPart, type EndpointCase, newParts } from "../compare/endpoint_case.ts";
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
  /** The code that would have to change; `null` for what people deleted. */
  readonly code: readonly (FoundDefinition | null)[];
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
      const code = (heldBy?.all ?? []).map((each) => compared.homes.find(found.route, each));
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
  return all.map(({ case: { method, path, handler }, parts, heldBy, code }) => {
    const [first] = code;
    const { path: file, line } = first ??
      { path: handler?.file ?? "", line: handler?.line ?? null };
    const patches = code.flatMap((each) =>
      each === null ? [] : patchOf(each, project, after, prefix)
    );
    return {
      state: "conflict",
      method,
      path,
      file: prefix + file,
      line,
      note: `has ${newParts(parts)}; ${ownedAs(heldBy, first ?? null)}`,
      // Deleted code has no lines to show, but it can be written again.
      diff: heldBy === undefined || patches.includes(null) ? null : patches.join(""),
    };
  });
}

/**
 * Returns the patch that replaces a definition; `null` if no command can replace it.
 *
 * @param after The files that a run would change, as they would be.
 */
function patchOf(
  { path, name }: FoundDefinition,
  { files }: Project,
  after: ReadonlyMap<string, string | null>,
  prefix: string,
): string | null {
  const module = parsedFile(files, path);
  const [now, then] = [module.source, after.get(path)].map((text) => symbolOf(text, name));
  if (now === undefined || then === undefined) return null;
  const edit = replaceRange(now, then.text.replaceAll("\n", module.eol));
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
