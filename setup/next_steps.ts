/** What is left for a person to do. */

import { isLocal } from "./address.ts";
import type { System } from "./client.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { isPresent } from "./detect.ts";
import { quoted, stepsFor, textToPaste } from "./entry.ts";
import { shown } from "./files.ts";
import type { FoundServer, KeyFiles } from "./find_server.ts";
import type { SetupHost } from "./host.ts";
import type { Job } from "./job.ts";
import { DEFAULT_NAME, type SetupOptions } from "./options.ts";
import type { ClientResult } from "./results.ts";

/**
 * The steps, in the order in which a person takes them.
 *
 * @param isPlanned Whether nothing was written yet.
 */
export function nextSteps(
  job: Job,
  clients: readonly ClientResult[],
  isPlanned: boolean,
): string[] {
  const { options } = job;
  const isDone = clients.some(({ state }) => state === "done" || state === "unverified");
  return [
    ...(isPlanned ? [] : stepsAfter(clients, job)),
    ...stepsByHand(job),
    ...(isDone ? [`Undo: ${commandFor("setup remove", options, job.host.system)}`] : []),
  ];
}

/** What connected clients wait for, and how to try the others again. */
function stepsAfter(clients: readonly ClientResult[], job: Job): string[] {
  const steps = new Map<string, string[]>();
  for (const { client, state, restart } of clients) {
    if (state !== "done" || restart === "") continue;
    steps.set(restart, [...steps.get(restart) ?? [], client]);
  }
  const restarts = [...steps].map(([restart, names]) =>
    `${names.join(", ")}: ${lowerFirst(restart)}`
  );
  const again = clients.filter(({ state }) => state === "refused" || state === "failed");
  return [
    ...restarts,
    ...rootStep(clients, job),
    ...again.length === 0 ? [] : [againStep(again, job)],
  ];
}

/** Says where agents work that were told a folder for all projects. */
function rootStep(
  clients: readonly ClientResult[],
  { host, server, options: { scope, project } }: Job,
): string[] {
  const told = clients.filter(({ id, state }) =>
    state === "done" && WRITABLE_CLIENTS.some((each) => each.id === id && each.startsElsewhere)
  );
  if (server !== null || scope === "project" || told.length === 0) return [];
  const names = told.map(({ client }) => client).join(", ");
  return [`${names}: projects lie below ${shown(host, project)} (--project <dir> changes that)`];
}

function againStep(
  clients: readonly ClientResult[],
  { host: { system }, options }: Job,
): string {
  const names = clients.map(({ client }) => client).join(", ");
  const ids = clients.map(({ id }) => id).join(",");
  return `${names}: ${commandFor("setup", options, system, ["--client", ids])}`;
}

/** A command for people to type, for the same scope and name. */
function commandFor(
  command: string,
  { name, scope, project }: SetupOptions,
  system: System,
  words: readonly string[] = [],
): string {
  const place = scope === "user" ? [] : ["--scope", scope, "--project", quoted(project, system)];
  const own = name === DEFAULT_NAME ? [] : ["--name", name];
  return ["layerwright", command, ...words, ...place, ...own].join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** What a person does at the clients that have no file: those that were asked for, or are there. */
function stepsByHand({ host, options, server, keys }: Job): string[] {
  if (server === null) return [];
  const surroundings = { ...host, project: options.project };
  const wanted = MANUAL_CLIENTS.filter(({ id, signs }) =>
    options.clients?.includes(id) ?? isPresent(signs, surroundings)
  );
  return wanted.map((client) => {
    const steps = stepsFor(client, options.name, server.url);
    const pasted = client.paste === undefined ? null : textToPaste(client.paste, options.name, {
      kind: "key",
      url: server.url,
      key: KEY_TO_COME,
    });
    const lines = pasted === null ? [] : pasted.split("\n").map((line) => `    ${line}`);
    const isAsked = pasted?.includes(KEY_TO_COME) === true;
    return [
      `${client.name}:`,
      ...steps.map((step, index) => `  ${index + 1}. ${step}`),
      ...lines,
      ...(isAsked ? [`  ${KEY_TO_COME}: ${keyPlace(host, server, keys)}`] : []),
    ].join("\n");
  });
}

/** Stands for the key where people paste it themselves: it is never shown. */
const KEY_TO_COME = "YOUR_API_KEY";

function keyPlace(host: SetupHost, { url, key }: FoundServer, keys: KeyFiles): string {
  const path = isLocal(url) && key === keys.localKey ? keys.localPath : keys.path;
  return path === null ? "the key of the server" : `the key in ${shown(host, path)}`;
}
