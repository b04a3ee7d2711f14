/** Which clients are on the computer, and where each of them looks for its servers. */

import type { Form, Scope, Signs, WritableClient } from "./client.ts";
import { resolvePath, type Surroundings } from "./paths.ts";

/** What detection asks of the computer. */
export interface Computer extends Surroundings {
  /** Whether there is a file or folder. */
  exists(path: string): boolean;
  /** Whether a program is found in `PATH`. */
  has(program: string): boolean;
}

/** Where a client's entry is, or would be. */
export interface Location {
  readonly form: Form;
  /** An absolute path. */
  readonly path: string;
  /** Whether the file is there. */
  readonly exists: boolean;
}

/** A client as it was found. */
export interface Detection {
  readonly client: WritableClient;
  readonly isPresent: boolean;
  /** `null` if the client has no file for the scope on this system. */
  readonly location: Location | null;
}

/** Looks for clients, and where each would be written to; in the order of the table. */
export function detect(
  clients: readonly WritableClient[],
  scope: Scope,
  computer: Computer,
): Detection[] {
  return clients.map((client) => ({
    client,
    isPresent: isPresent(client.signs, computer),
    location: locate(client, scope, computer),
  }));
}

/** Whether one of the signs is there. */
export function isPresent({ paths = [], programs = [] }: Signs, computer: Computer): boolean {
  return programs.some((program) => computer.has(program)) ||
    paths.some((each) => {
      const path = resolvePath(each, computer);
      return path !== null && computer.exists(path);
    });
}

/** The first form of a scope whose file exists, else the first. */
export function locate(
  { forms }: Pick<WritableClient, "forms">,
  scope: Scope,
  computer: Computer,
): Location | null {
  const locations = locationsOf(forms, computer).filter(({ form }) =>
    form.scope === scope && form.retired === undefined
  );
  return locations.find(({ exists }) => exists) ?? locations[0] ?? null;
}

/** Where all of a client's forms are on this system: what to look through for entries to remove. */
export function locationsOf(forms: readonly Form[], computer: Computer): Location[] {
  return forms.flatMap((form) => {
    const path = resolvePath(form.paths, computer);
    return path === null ? [] : [{ form, path, exists: computer.exists(path) }];
  });
}

/** Whether two clients read the same entries, so that one of them is written for both. */
export function isShared(a: Location, b: Location): boolean {
  return a.path === b.path &&
    JSON.stringify(a.form.container) === JSON.stringify(b.form.container);
}
