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
function locate(
  { forms }: WritableClient,
  scope: Scope,
  computer: Computer,
): Location | null {
  const locations = forms.flatMap((form): Location[] => {
    if (form.scope !== scope || form.retired !== undefined) return [];
    const path = resolvePath(form.paths, computer);
    return path === null ? [] : [{ form, path, exists: computer.exists(path) }];
  });
  return locations.find(({ exists }) => exists) ?? locations[0] ?? null;
}
