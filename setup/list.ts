/** Lists the agents on the computer and their connections. */

import { warning } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { Value } from "../formats/config_format.ts";
import { FORMATS } from "../formats/formats.ts";
import type { Form } from "./client.ts";
import { KNOWN_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { type KeyFiles, readKeyFiles } from "./credentials.ts";
import { detect, type Detection } from "./detect.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { isTakenLiterally, type ReadBack, readBack } from "./entry.ts";
import { leadsAway, shown } from "./files.ts";
import { MAX_FILE_BYTES, type SetupHost } from "./host.ts";
import { type EntryOptions, optionProblems } from "./options.ts";
import { placeOf } from "./plan.ts";
import { recordedAt, type SetupRecord } from "./record.ts";
import { readRecord } from "./record_file.ts";
import { isLocal } from "./server.ts";
import { likeness } from "./written_entry.ts";

const COMMAND = "setup list";

/** An agent that setup found on the computer, or that the options name. */
export interface ListedClient {
  readonly id: string;
  readonly client: string;
  readonly scope: string;
  /**
   * `connected`: setup's entry, for the server and key connected last. `drift`: setup's entry, for
   * another server or key. `foreign`: an entry that setup did not write. `absent`: no entry.
   * `broken`: the file does not parse, or is unreadable.
   */
  readonly state: "connected" | "drift" | "foreign" | "absent" | "broken";
  /**
   * The entry's address or command; `null` without an entry. For a foreign entry, only the origin or
   * the program, because the rest can contain secrets.
   */
  readonly address: string | null;
  /** The file's path, shortened for people. */
  readonly file: string;
}

/** Lists the agents that are detected, or those that the options name. */
export function list(host: SetupHost, options: EntryOptions): SetupReport {
  const problems = optionProblems(options, KNOWN_CLIENTS);
  if (problems.length > 0) return report(COMMAND, "failed", { diagnostics: problems });
  const kept = readRecord(host);
  if ("severity" in kept) return report(COMMAND, "failed", { diagnostics: [kept] });
  const keys = readKeyFiles(host);
  const found = detect(WRITABLE_CLIENTS, options.scope, { ...host, project: options.project });
  const listings = found
    .filter(({ client, isPresent, location }) =>
      location !== null && (options.clients?.includes(client.id) ?? isPresent)
    )
    .map((each) => listed(host, each, options, kept.record, "severity" in keys ? null : keys));
  const clients = listings.map(({ listed }) => listed);
  const connected = clients.filter(({ state }) => state === "connected").length;
  const message = `${clients.length} agents found, ${connected} connected`;
  const diagnostics = listings.flatMap(({ problem }) => problem ?? []);
  return report(COMMAND, "unchanged", { message, data: { clients }, diagnostics });
}

interface Listing {
  readonly listed: ListedClient;
  /** The reason why the file cannot be read; `null` if it can. */
  readonly problem: SetupDiagnostic | null;
}

function listed(
  host: SetupHost,
  { client: { id, name: client }, location }: Detection,
  { name, scope, project }: EntryOptions,
  record: SetupRecord,
  keys: KeyFiles | null,
): Listing {
  if (location === null) throw new Error(`${id} has no file`);
  const { form, path } = location;
  const common = { id, client, scope, file: shown(host, path) };
  const unreadable = (reason: string): Listing => ({
    listed: { ...common, state: "broken", address: null },
    problem: warning("file-unreadable", `Cannot read '${common.file}' (${reason})`),
  });
  const away = scope === "user" ? null : leadsAway(host, project, path);
  if (away !== null) return unreadable(`it ${away}`);
  const file = host.read(path, MAX_FILE_BYTES[scope]);
  if (file.kind === "unreadable") return unreadable(file.reason);
  const found = file.kind === "absent"
    ? { state: "absent" as const, address: null }
    : stateOf(form, name, file, record, keys);
  return { listed: { ...common, ...found }, problem: null };
}

/** Reads the state of an agent's entry. */
function stateOf(
  form: Form,
  name: string,
  file: { readonly real: string; readonly text: string },
  record: SetupRecord,
  keys: KeyFiles | null,
): Pick<ListedClient, "state" | "address"> {
  const place = placeOf(form, name);
  const reading = FORMATS[form.format].read(file.text, place);
  if (reading.kind === "broken") return { state: "broken", address: null };
  if (reading.entry === undefined) return { state: "absent", address: null };
  const said = readBack(form, reading.entry);
  const known = recordedAt(record, file.real, place);
  if (known === undefined || likeness(reading.entry, known.written) === "foreign") {
    return { state: "foreign", address: foreignAddress(reading.entry) };
  }
  const address = said?.url ?? said?.words.join(" ") ?? null;
  const isAsLast = said !== null && (said.url === null || isLast(said, keys));
  return { state: isAsLast ? "connected" : "drift", address };
}

/** Reports whether an entry has the address connected last and, if known, the key for it. */
function isLast({ url, headers }: ReadBack, keys: KeyFiles | null): boolean {
  if (keys === null || url === null || url !== keys.credentials.last) return false;
  const { Authorization: bearer } = headers;
  const key = keys.credentials.keys[url] ?? (isLocal(url) ? keys.localKey : null);
  const isReference = bearer === undefined || !isTakenLiterally(bearer);
  return isReference || key === null || bearer === `Bearer ${key}`;
}

/** Returns the address of a foreign entry, without possible secrets. */
function foreignAddress(entry: Value): string | null {
  if (typeof entry !== "object" || entry === null) return null;
  const texts = Object.values(entry).filter((each) => typeof each === "string");
  const url = texts.find((text) => /^https?:\/\//.test(text) && URL.canParse(text));
  if (url !== undefined) return new URL(url).origin;
  const { command } = entry as { readonly [key: string]: Value };
  const [program] = Array.isArray(command) ? command : [command];
  return typeof program === "string" ? program.split(/\s/)[0] ?? null : null;
}
