/** The history of a project, with the buttons that undo and redo. */

import type { AppliedChange } from "../../actions/history.ts";
import { counted } from "../../core/report.ts";
import { Form, type Visitor } from "./layout.tsx";
import { Moment } from "./moment.tsx";
import { projectHref } from "./project_links.ts";
import { short } from "./short_text.ts";

/** Number of changes that are shown at once. */
const FIRST = 20;

/** The changes that were applied to a project. */
export interface ShownHistory {
  /** The newest comes first. */
  readonly applied: readonly AppliedChange[];
  /** The id of the change that is redone next; `null` if there is none. */
  readonly redoable: string | null;
}

interface HistoryProps {
  readonly visitor: Visitor;
  /** The project's name. */
  readonly name: string;
  readonly history: ShownHistory;
}

export function HistorySection({ visitor, name, history: { applied, redoable } }: HistoryProps) {
  if (applied.length === 0) return null;
  const rows = applied.map((change) => (
    <ChangeRow key={change.id} {...{ visitor, name, change, redoable }} />
  ));
  const earlier = rows.slice(FIRST);
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <ul class="rows">{rows.slice(0, FIRST)}</ul>
      {earlier.length > 0 && (
        <details>
          <summary>{counted(earlier.length, "earlier change")}</summary>
          <ul class="rows">{earlier}</ul>
        </details>
      )}
    </section>
  );
}

interface RowProps extends Omit<HistoryProps, "history"> {
  readonly change: AppliedChange;
  readonly redoable: string | null;
}

function ChangeRow({ visitor, name, change, redoable }: RowProps) {
  const { id, command, time, author, files, endpoints, state } = change;
  return (
    <li>
      <div>
        <code>
          <bdi>{short(command)}</bdi>
        </code>
        <p class="hint">
          {counted(files, "file")}
          {endpoints !== null && `, ${counted(endpoints, "endpoint")}`} ·{" "}
          <Moment at={Date.parse(time)} />
          {author !== null && (
            <>
              {" "}· <bdi>{author.account}</bdi>, <bdi>{author.credential}</bdi>
            </>
          )}
          {state === "undone" && " · undone"}
        </p>
      </div>
      {state === "applied" && <Reverse {...{ visitor, name, id, command }} action="undo" />}
      {id === redoable && <Reverse {...{ visitor, name, id, command }} action="redo" />}
    </li>
  );
}

interface ReverseProps extends Pick<RowProps, "visitor" | "name"> {
  readonly action: "undo" | "redo";
  readonly id: string;
  readonly command: string;
}

function Reverse({ visitor, name, action, id, command }: ReverseProps) {
  const word = action === "undo" ? "Undo" : "Redo";
  return (
    <Form action={`${projectHref(name)}/${action}`} visitor={visitor}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" aria-label={`${word} ${short(command)}`}>{word}</button>
    </Form>
  );
}
