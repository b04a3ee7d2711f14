/** Brings the definitions of one module to the templates of this version. */

import type { ProjectPath } from "../../core/project_path.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { fileRecord, mergeFile } from "../edits/merge.ts";
import { mergeModule, type Policy } from "../edits/merge_module.ts";
import { withEolOf } from "../plans/plan.ts";

/** A module, and the code that this version generates for it. */
export interface ModuleToUpgrade {
  readonly path: ProjectPath;
  readonly before: string;
  readonly generated: string;
  /** Hashes of the definitions that were generated earlier, by name. */
  readonly known: ReadonlyMap<string, string>;
  /** Reports whether the template of a definition changed; by default, always `true`. */
  readonly isChanging?: (name: string) => boolean;
}

/** A module after an upgrade. */
export interface UpgradedModule {
  readonly text: string;
  /** Hashes of the recorded definitions, by name. */
  readonly symbols: ReadonlyMap<string, string>;
  /** Definitions that people edited, and that the templates write differently now. */
  readonly left: readonly string[];
}

/** Replaces the definitions that no one edited, and adds new ones. */
export function upgradeModule(module: ModuleToUpgrade): UpgradedModule {
  const { path, before, generated, known } = module;
  const isChanging = module.isChanging ?? (() => true);
  const now = symbolHashes(before);
  const wanted = symbolHashes(generated);
  const policy = (name: string): Policy => {
    if (!isChanging(name)) return "leave";
    return now.get(name) === known.get(name) ? "follow" : "leave";
  };
  const left = [...wanted].filter(([name, hash]) =>
    isChanging(name) && now.has(name) && hash !== known.get(name) &&
    now.get(name) !== known.get(name) && now.get(name) !== hash
  ).map(([name]) => name);
  const outcome = mergeFile({
    path,
    before,
    generated,
    known: { hash: null, symbols: known },
    policy,
  });
  if (outcome.kind === "broken") return { text: before, symbols: known, left: [] };
  // A method has no place if people renamed its class.
  if (outcome.kind === "conflict") {
    return { text: before, symbols: known, left: [...wanted.keys()] };
  }
  const symbols = outcome.record?.symbols ?? fileRecord(path, before).symbols;
  return { text: outcome.text ?? before, symbols, left };
}

/** Returns a module with one definition as the templates write it, whatever people did to it. */
export function withGenerated(
  { before, generated, known }: Pick<ModuleToUpgrade, "before" | "generated" | "known">,
  name: string,
): string {
  const policy = (each: string): Policy => each === name ? "replace" : "leave";
  const outcome = mergeModule(before, withEolOf(before, generated), known, policy);
  return outcome.kind === "merged" ? outcome.text : before;
}
