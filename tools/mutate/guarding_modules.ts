/** The modules that guard people's files and accounts. */

/** Files, and folders with all that is in them, relative to the checkout's root. */
export const GUARDING = [
  "accounts",
  "core",
  "generators/api.ts",
  "generators/edit_module.ts",
  "generators/merge.ts",
  "generators/merge_module.ts",
  "generators/subroute.ts",
  "http/authorization_limit.tsx",
  "http/client_address.ts",
  "http/cookies.ts",
  "http/forms.tsx",
  "http/gate.ts",
  "http/guards.ts",
  "http/hosted_gate.ts",
  "http/json_body.ts",
  "http/local_key.ts",
  "http/local_path.ts",
  "http/pending_logins.ts",
  "http/public_addresses.ts",
  "http/public_fetch.ts",
  "http/rate_limit.ts",
  "http/registration_limit.ts",
  "http/visitors.ts",
  "mcp/arguments.ts",
  "mcp/hosted_files.ts",
  "mcp/open_project.ts",
  "mcp/resources.ts",
  "project/manifest.ts",
  "project/mounted_blueprints.ts",
  "python/edit.ts",
  "python/insert_import.ts",
  "python/scanner.ts",
  "setup/backup.ts",
  "setup/formats",
  "setup/merge_entry.ts",
  "setup/plan.ts",
  "setup/plan_removal.ts",
  "setup/record.ts",
  "setup/record_text.ts",
  "setup/replaced.ts",
  "storage/transaction_work.ts",
  "workspace",
];

/** Of these folders, what only shows things. */
export const SHOWING = [
  "accounts/pages",
  "accounts/usage_history.ts",
  "workspace/hosted_listing.ts",
];

/**
 * Returns those files that guard something.
 *
 * @param files Paths relative to the checkout's root.
 * @param chosen Files and folders to which the result is limited; everything, if empty.
 */
export function guardingModules(
  files: readonly string[],
  chosen: readonly string[] = [],
): string[] {
  return files.filter((file) =>
    /\.tsx?$/.test(file) && isIn(file, GUARDING) && !isIn(file, SHOWING) &&
    (chosen.length === 0 || isIn(file, chosen))
  );
}

function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}
