/** The modules that guard people's files and accounts. */

/** Files, and folders with all their files, relative to the checkout's root. */
export const GUARDING = [
  "core",
  "formats",
  "generators/generate_api/planner.ts",
  "generators/edits/edit_module.ts",
  "generators/edits/merge.ts",
  "generators/edits/merge_module.ts",
  "generators/add/subroute_planner.ts",
  "hosted/accounts",
  "hosted/http/account_queue.ts",
  "hosted/http/authorization_limit.tsx",
  "hosted/http/cookies.ts",
  "hosted/http/forms.tsx",
  "hosted/http/gate.ts",
  "hosted/http/local_path.ts",
  "hosted/http/made_secrets.ts",
  "hosted/http/page_turns.tsx",
  "hosted/http/pending_logins.ts",
  "hosted/http/public_addresses.ts",
  "hosted/http/public_fetch.ts",
  "hosted/http/registration_limit.ts",
  "hosted/http/sealed_cookies.ts",
  "hosted/http/typed_forms.ts",
  "hosted/http/visitors.ts",
  "hosted/oauth",
  "hosted/projects",
  "hosted/storage/transaction_work.ts",
  "hosted/tools/files.ts",
  "http/client_address.ts",
  "http/gate.ts",
  "http/guards.ts",
  "http/json_body.ts",
  "http/local_key.ts",
  "http/rate_limit.ts",
  "mcp/arguments.ts",
  "mcp/open_project.ts",
  "mcp/resources.ts",
  "project/records/manifest.ts",
  "project/routing/mounted_blueprints.ts",
  "python/edit.ts",
  "python/insert_import.ts",
  "python/scanner.ts",
  "python/text_edit.ts",
  "setup/files.ts",
  "setup/plan.ts",
  "setup/plan_removal.ts",
  "setup/record.ts",
  "setup/record_file.ts",
  "setup/written_entry.ts",
  "workspace",
];

/** Files in these folders that only show data. */
export const SHOWING = [
  "hosted/accounts/usage_history.ts",
  "hosted/projects/listing.ts",
];

/**
 * Returns the files that guard something.
 *
 * @param files Paths relative to the checkout's root.
 * @param chosen Files and folders that limit the result; empty for no limit.
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
