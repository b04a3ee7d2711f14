/** Creates the errors for changes that would exceed a quota. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { counted, grouped } from "../../core/report.ts";
import { ApplyFailure } from "../../workspace/apply_failure.ts";

/** A change that would exceed a quota. */
export interface OverQuota {
  /** The first file of the change. */
  readonly path: ProjectPath;
  /** The unit of the quota. */
  readonly of: "projects" | "bytes" | "files";
  /** The amount that the change would add. */
  readonly wanted: number;
  /** The amount in use. */
  readonly used: number;
  /** The quota. */
  readonly limit: number;
}

/** Returns the failure of a change that would exceed a quota. */
export function overQuota(excess: OverQuota): ApplyFailure {
  return new ApplyFailure({ kind: "denied", path: excess.path, error: quotaError(excess) });
}

function quotaError({ of, wanted, used, limit }: OverQuota): Diagnostic {
  switch (of) {
    case "projects":
      return error(
        "quota-projects",
        `Cannot create another project: the account has ${grouped(used)} of ` +
          `${counted(limit, "project")}; nothing was changed.`,
        { hint: "Delete a project that you no longer need" },
      );
    case "files":
      return error(
        "quota-files",
        `Cannot store ${counted(wanted, "more file")}: the project has ${grouped(used)} of its ` +
          `${counted(limit, "file")}; nothing was changed.`,
        { hint: "Remove files, or split the project" },
      );
    case "bytes":
      return error(
        "quota-bytes",
        `Cannot store ${counted(wanted, "more byte")}: the account's projects take ` +
          `${grouped(used)} of its ${counted(limit, "byte")}; nothing was changed.`,
        { hint: "Remove files, or delete a project" },
      );
  }
}
