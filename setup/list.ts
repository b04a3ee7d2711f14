/** Which clients are connected. */

import { type Report, report } from "../core/report.ts";
import { WRITABLE_CLIENTS } from "./clients/clients.ts";
import { detect, type Detection } from "./detect.ts";
import { readRecord, shown } from "./files.ts";
import { readKeyFiles } from "./find_server.ts";
import { likeness } from "./fingerprint.ts";
import { FORMATS } from "./formats/formats.ts";
import type { SetupHost } from "./host.ts";
import type { SetupOptions } from "./options.ts";
import { placeOf } from "./plan.ts";
import { readBack } from "./read_back.ts";
import { recordedAt, type SetupRecord } from "./record.ts";

/** A client that is on the computer, or was connected. */
export interface ListedClient {
  readonly id: string;
  readonly client: string;
  readonly scope: string;
  /**
   * `connected`: with the entry that the wizard wrote for the server that it connected last; `drift`: with
   * another; `foreign`: with one that the wizard did not write; `broken`: its file does not parse.
   */
  readonly state: "connected" | "drift" | "foreign" | "absent" | "broken";
  /** Where its entry leads: an address, or words to run; `null` if it has none. */
  readonly address: string | null;
  /** Its file, as people know it. */
  readonly file: string;
}

/** Lists the clients that are there. */
export function list(host: SetupHost, options: SetupOptions): Report {
  const kept = readRecord(host);
  if ("severity" in kept) return report("setup", "failed", { diagnostics: [kept] });
  const keys = readKeyFiles(host);
  const last = "severity" in keys ? null : keys.credentials.last;
  const found = detect(WRITABLE_CLIENTS, options.scope, { ...host, project: options.project });
  const clients = found
    .filter(({ client, isPresent, location }) =>
      location !== null && (options.clients?.includes(client.id) ?? isPresent)
    )
    .map((each) => listed(host, each, options, kept.record, last));
  const connected = clients.filter(({ state }) => state === "connected").length;
  const message = `${clients.length} agents found, ${connected} connected`;
  return report("setup", "unchanged", { message, data: { clients } });
}

function listed(
  host: SetupHost,
  { client: { id, name: client }, location }: Detection,
  { name, scope }: SetupOptions,
  record: SetupRecord,
  last: string | null,
): ListedClient {
  if (location === null) throw new Error(`${id} has no file`);
  const { form, path } = location;
  const file = host.read(path);
  const place = placeOf(form, name);
  const common = { id, client, scope, file: shown(host, path) };
  if (file.kind !== "text") {
    const state = file.kind === "absent" ? "absent" : "broken";
    return { ...common, state, address: null };
  }
  const reading = FORMATS[form.format].read(file.text, place);
  if (reading.kind === "broken") return { ...common, state: "broken", address: null };
  if (reading.entry === undefined) return { ...common, state: "absent", address: null };
  const said = readBack(form, reading.entry);
  const address = said?.url ?? (said === null ? null : said.words.join(" "));
  const known = recordedAt(record, file.real, place);
  if (known === undefined || likeness(reading.entry, known.written) === "foreign") {
    return { ...common, state: "foreign", address };
  }
  const isAsLast = said !== null && (said.url === null || said.url === last);
  return { ...common, state: isAsLast ? "connected" : "drift", address };
}
