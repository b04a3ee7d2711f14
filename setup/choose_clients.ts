/** Which clients to connect: named, all that are there, or those that a person ticks. */

import { error } from "../core/diagnostic.ts";
import type { Detection } from "./detect.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { SetupOptions } from "./options.ts";
import type { Choice, Ui } from "./ui.ts";

export type ChosenClients =
  | { readonly kind: "clients"; readonly detections: readonly Detection[] }
  | { readonly kind: "problems"; readonly problems: readonly SetupDiagnostic[] };

/**
 * @param found All clients of the table.
 * @param obstacle Why one cannot be connected; `null` if it can.
 */
export async function chooseClients(
  host: SetupHost,
  found: readonly Detection[],
  { clients, all, scope }: SetupOptions,
  ui: Ui | null,
  obstacle: (detection: Detection) => string | null,
): Promise<ChosenClients> {
  if (clients !== null) {
    // Those that only a person can tell have no file, and are told of at the end.
    const named = found.filter(({ client }) => clients.includes(client.id));
    const problems = named.filter(({ location }) => location === null).map(({ client }) =>
      error("usage-option", `${client.name} has no file for scope '${scope}' on this system.`)
    );
    return problems.length > 0
      ? { kind: "problems", problems }
      : { kind: "clients", detections: named };
  }
  const usable = found.filter(({ location }) => location !== null);
  const present = usable.filter(({ isPresent }) => isPresent);
  if (present.length === 0) {
    const hint = "Name one, such as --client codex";
    return { kind: "problems", problems: [error("setup-client", "No agent was found.", { hint })] };
  }
  if (all || ui === null) return { kind: "clients", detections: present };
  const choices = present.map((each): Choice => {
    const { client: { id, name }, location } = each;
    const reason = obstacle(each);
    const hint = reason ?? `${shown(host, location?.path ?? "")}, ${scope}`;
    return { value: id, label: name, hint, disabled: reason !== null };
  });
  const possible = choices.filter(({ disabled }) => !disabled);
  // Nothing to choose from: what is in the way is told instead.
  if (possible.length === 0) return { kind: "clients", detections: present };
  const ids = await ui.choose(
    `Connect which agents? (${present.length} found)`,
    choices,
    possible.map(({ value }) => value),
  );
  return {
    kind: "clients",
    detections: present.filter(({ client }) => ids.includes(client.id)),
  };
}
