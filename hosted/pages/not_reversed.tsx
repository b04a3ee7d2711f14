/** The page of an undo or a redo that was refused. */

import type { TextStart } from "../projects/listing.ts";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { PatchLines } from "./patch_lines.tsx";
import { projectHref } from "./project_links.ts";
import { Trail } from "./trail.tsx";

interface NotReversedProps {
  readonly visitor: Visitor;
  /** The project's name. */
  readonly name: string;
  readonly action: "undo" | "redo";
  /** The id of the change. */
  readonly id: string;
  readonly message: string;
  /** The patch of the edits that would be discarded; empty if there are none. */
  readonly patch: TextStart;
  /** Whether the change can be reversed if edited code is left as it is. */
  readonly mayKeep: boolean;
}

export function NotReversedPage(
  { visitor, name, action, id, message, patch, mayKeep }: NotReversedProps,
) {
  const [word, rest] = action === "undo"
    ? ["undone", "Undo the rest"]
    : ["redone", "Redo the rest"];
  return (
    <Layout title={`Not ${word}`} section="/dashboard/projects" visitor={visitor} isWide>
      <Trail name={name} />
      <div class="card">
        <Problem problem={message} />
        {mayKeep && (
          <p class="hint">
            “{rest}” leaves later edits, and code that other code uses, as they are.
          </p>
        )}
        <div class="choices">
          {mayKeep && (
            <Form action={`${projectHref(name)}/${action}`} visitor={visitor}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="keep_edited" value="true" />
              <button type="submit">{rest}</button>
            </Form>
          )}
          <a class="button" href={projectHref(name)}>Back</a>
        </div>
      </div>
      {patch.text !== "" && (
        <>
          <h2>Edits that would be discarded</h2>
          {!patch.isWhole && <p class="hint">This patch is too long to show completely.</p>}
          <PatchLines patch={patch.text} />
        </>
      )}
    </Layout>
  );
}
