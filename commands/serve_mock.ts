/** Runs the mock server, and reloads its spec after each save. Only `mock` loads this module. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { linesOf } from "../core/json_text.ts";
import { isLoopback } from "../core/loopback.ts";
import { printable } from "../core/printable.ts";
import { sleep } from "../core/sleep.ts";
import { listenQuickly } from "../http/listen_quickly.ts";
import { createMockServer } from "../mock/mock_server.ts";
import { MockState } from "../mock/mock_state.ts";
import { findResources } from "../mock/resource.ts";
import { specChanges } from "../mock/spec_changes.ts";
import { formatDiagnostic, formatHint } from "../presentation/present_diagnostic.ts";
import {
  presentAnswered,
  presentKept,
  presentMock,
  presentSaved,
} from "../presentation/present_mock.ts";
import { style } from "../presentation/style.ts";
import { PLAIN_VIEW } from "../presentation/view.ts";
import type { ApiSpec } from "../spec/api_spec.ts";
import { specContracts } from "../spec/spec_contract.ts";
import { watchFile } from "../workspace/watched_file.ts";
import type { Host } from "./host.ts";
import { reloading } from "./mock_reload.ts";
import { type MockSource, readMockSource } from "./mock_source.ts";
import { MAX_DOCUMENT_BYTES } from "./read_beside.ts";

export { readMockSource };

/** The options of `mock`. */
export interface ServeMockOptions {
  /** The address to listen on. */
  readonly address: string;
  readonly port: number;
  readonly cors: boolean;
  readonly delayMs: number;
  /** Whether to keep the changes that requests make, or the file to keep them in. */
  readonly state: boolean | string;
  readonly host: Host;
  readonly cwd: string;
  /** Whether to print errors only. */
  readonly isQuiet: boolean;
  readonly usesColour: boolean;
}

/**
 * Serves a spec until a signal.
 *
 * @returns The exit code, or why the server could not start.
 */
export async function serveMock(
  source: MockSource,
  options: ServeMockOptions,
): Promise<number | Diagnostic> {
  const { spec, text, name, title, path } = source;
  const { host, isQuiet } = options;
  const { stderr } = host;
  const say = (line: string) => isQuiet ? undefined : stderr.write(`${line}\n`);
  const shown = style(options.usesColour);
  const state = await openState(options);
  if (state !== null && !(state instanceof MockState)) return state;
  const server = createMockServer(spec, {
    name,
    title,
    cors: options.cors,
    isLocal: isLoopback(options.address) && !options.cors,
    delayMs: options.delayMs,
    ...(state !== null && { state }),
    wait: sleep,
    now: host.now,
    onAnswer: (each) => stderr.isTerminal ? say(presentAnswered(each, shown)) : undefined,
  });
  const columns = stderr.isTerminal ? stderr.columns : Infinity;
  const view = { ...PLAIN_VIEW, style: shown, columns };
  const print = (diagnostics: readonly Diagnostic[], text: string) => {
    const excerpts = { path: name, lines: linesOf(text) };
    for (const each of diagnostics.map(printed)) {
      if (isQuiet && each.severity !== "error") continue;
      stderr.write(`${formatDiagnostic(each, view, excerpts)}\n`);
      if (each.hint !== null) stderr.write(`${formatHint(each.hint, stderr.columns)}\n`);
    }
  };
  print(source.diagnostics, text);
  if (source.omitted.length > 0) {
    const { presentOmitted } = await import("./late_changes.ts");
    say(presentOmitted(source.omitted, view));
  }
  const watch = (path: string, allowReset: () => Promise<void>) =>
    watchFile(
      path,
      reloading({ spec, text }, {
        name,
        read: () => host.readFile(path, MAX_DOCUMENT_BYTES),
        parse: source.parse,
        pause: sleep,
        async serve(next, before) {
          if (canReset(next)) await allowReset();
          server.replace(next);
          say(presentSaved(name, specChanges(before, next)));
        },
        keep(diagnostics, text) {
          const errors = diagnostics.filter(({ severity }) => severity === "error");
          stderr.write(`${presentKept(name, errors.length)}\n`);
          print(errors, text);
        },
      }),
    );
  let watched = { stop: () => {} };
  return await listenQuickly({
    host: options.address,
    port: options.port,
    portHint: "Choose another port with --port; --port 0 takes any free one",
    canReset: canReset(spec),
    fetch: server.fetch,
    announce(origin, allowReset) {
      const kept = state === null ? null : { ...findResources(spec), file: fileOf(options) };
      const served = { name, origin, isWatched: path !== null, kept };
      say(presentMock(served, specContracts(spec), columns));
      if (path !== null) watched = watch(path, allowReset);
    },
    stopping() {
      watched.stop();
      // Ctrl-C left `^C` at the start of this line.
      if (stderr.isTerminal) say("\nStopping");
    },
  });
}

/** Reports whether a response can have the status 205. */
function canReset(spec: ApiSpec): boolean {
  return specContracts(spec).some(({ responses }) => responses.value[0].status.value === 205);
}

/** Opens the state; `null` without `--state` or `--state-file`. */
async function openState(options: ServeMockOptions): Promise<MockState | Diagnostic | null> {
  const { host, cwd } = options;
  const typed = fileOf(options);
  if (typed === null) return options.state === true ? new MockState() : null;
  const { openStateFile } = await import("./mock_state_file.ts");
  const onFailure = (sentence: string) => host.stderr.write(`Error: ${printable(sentence)}\n`);
  return openStateFile(host, { cwd, typed }, onFailure);
}

function fileOf({ state }: ServeMockOptions): string | null {
  return typeof state === "string" ? state : null;
}

/** Makes the text of a diagnostic printable. */
function printed(diagnostic: Diagnostic): Diagnostic {
  const { message, hint, where } = diagnostic;
  return {
    ...diagnostic,
    message: printable(message),
    hint: hint === null ? null : printable(hint),
    where: where === null ? null : { ...where, path: printable(where.path) },
  };
}
