/** A person who logs in while the wizard waits in a terminal. */

import type { Desk } from "../wizard/desk.ts";
import { type Shown, type Step, type Typed, typeInTerminal } from "../wizard/terminal.ts";
import { logInAt, type LoginServer, typeCode } from "./login_server.ts";

/** An action that a person takes when a text appears in the terminal. */
export interface Deed {
  readonly sees: RegExp;
  does(found: RegExpExecArray): Promise<unknown>;
}

/** Logs in with a browser at the printed address. */
export function inBrowser(server: LoginServer, answer: "allow" | "refuse" = "allow"): Deed {
  return {
    sees: /http:\/\/127\.0\.0\.1:\d+\/login(?=\s)/,
    does: ([address]) => logInAt(server, address, answer),
  };
}

/** Types the printed code. */
export function onDevice(server: LoginServer, answer: "allow" | "refuse" = "allow"): Deed {
  return {
    sees: /Open {2}(\S+)[^]*Code {2}([A-Z]{4}-[A-Z]{4}) \(10 minutes\)/,
    does: ([, address = "", code = ""]) => typeCode(server, { address, code }, answer),
  };
}

/** Runs the wizard in a terminal while a person logs in elsewhere. */
export async function setupWith(
  deed: Deed,
  desk: Desk,
  words: string,
  steps: readonly Step[],
  typed: Omit<Typed, "watch"> = {},
): Promise<Shown> {
  const doing: Promise<unknown>[] = [];
  const shown = await typeInTerminal(desk, words, steps, {
    ...typed,
    watch(sent) {
      const found = doing.length > 0 ? null : deed.sees.exec(sent);
      if (found !== null) doing.push(deed.does(found));
    },
  });
  if (doing.length === 0) throw new Error(`${deed.sees} was not shown\n${shown.sent}`);
  await Promise.all(doing);
  return shown;
}
