/** The wizard's questions in a terminal: on stderr, so that stdout stays for results. */

import { confirm, intro, isCancel, log, multiselect, outro, password, text } from "@clack/prompts";
import process from "node:process";
import { printable } from "../core/printable.ts";
import { Cancelled, type Ui } from "./ui.ts";

const STREAMS = { input: process.stdin, output: process.stderr };

/** Makes the questions of a terminal. */
export function createClackUi(): Ui {
  const block = (title: string, lines: readonly string[]) =>
    printable([title, ...lines].join("\n"));
  return {
    begin: (title) => intro(title, STREAMS),
    tell: (title, lines) => log.step(block(title, lines), STREAMS),
    warn: (title, lines) => log.warn(block(title, lines), STREAMS),
    async askText(message, initialValue, problem) {
      const validate = (value: string | undefined) => problem(value ?? "") ?? undefined;
      return answered(await text({ message, initialValue, validate, ...STREAMS }));
    },
    askSecret: async (message) => answered(await password({ message, ...STREAMS })),
    async choose(message, choices, ticked) {
      const options = choices.map(({ value, label, hint, disabled }) => ({
        value,
        label,
        hint: printable(hint),
        disabled,
      }));
      const chosen = multiselect({
        message,
        options,
        initialValues: [...ticked],
        required: true,
        ...STREAMS,
      });
      return answered(await chosen);
    },
    confirm: async (message) => answered(await confirm({ message, ...STREAMS })),
    end: (text) => outro(text, STREAMS),
  };
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<Answer, symbol>;
}
