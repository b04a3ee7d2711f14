/** The pages below a project: a file, a change, revoking previews, and deleting the project. */

import type { ListedFile, ShownChange } from "../projects/listing.ts";
import { ConfirmPage } from "./confirm.tsx";
import { FileTree } from "./file_tree.tsx";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { Moment } from "./moment.tsx";
import { PatchLines } from "./patch_lines.tsx";
import { changeHref, projectHref } from "./project_links.ts";
import { Trail } from "./trail.tsx";
import { TypedConfirmation } from "./typed_confirmation.tsx";

interface PartProps {
  readonly visitor: Visitor;
  /** The project's name. */
  readonly name: string;
}

interface FileProps extends PartProps {
  readonly path: string;
  /** The lines of the file as escaped HTML. */
  readonly lines: readonly string[];
  /** Whether the lines are the whole file. */
  readonly isWhole: boolean;
  /** The first files of the project, ordered by path. */
  readonly files: readonly ListedFile[];
  /** The number of all files of the project. */
  readonly count: number;
}

export function FilePage({ visitor, name, path, lines, isWhole, files, count }: FileProps) {
  return (
    <Layout title={path} section="/dashboard/projects" visitor={visitor} isWide>
      <Trail name={name} />
      <div class="columns project">
        <div>
          {!isWhole && (
            <p class="hint">
              This file is too long to show completely. Download the project to see the rest.
            </p>
          )}
          <div class="code" role="region" aria-label={`Text of ${path}`} tabindex={0}>
            <pre><code dangerouslySetInnerHTML={{ __html: lines.map(numbered).join("") }} /></pre>
          </div>
        </div>
        <section aria-labelledby="files">
          <h2 id="files">All files</h2>
          <FileTree {...{ project: name, files, count, current: path }} />
        </section>
      </div>
    </Layout>
  );
}

/** Renders a line with an id, so that links can point to it. */
function numbered(line: string, index: number): string {
  return `<span class="line" id="L${index + 1}">${line}\n</span>`;
}

export function ChangePage(
  { visitor, name, change }: PartProps & { readonly change: ShownChange },
) {
  const { id, revision, createdAt, patch } = change;
  return (
    <Layout
      title={`${name}, revision ${revision}`}
      section="/dashboard/projects"
      visitor={visitor}
      isWide
    >
      <Trail name={name} />
      <p class="hint">
        <Moment at={createdAt} />
      </p>
      <p class="choices">
        <a class="button" href={`${changeHref(name, id)}/patch`}>Download patch</a>
      </p>
      {!patch.isWhole && (
        <p class="hint">
          This patch is too long to show completely. Download it to see the rest.
        </p>
      )}
      <PatchLines patch={patch.text} />
    </Layout>
  );
}

/** Asks whether to revoke the previews of a project. */
export function RevokePreviewsPage({ visitor, name }: PartProps) {
  return (
    <ConfirmPage
      title={`Revoke all previews of ${name}?`}
      section="/dashboard/projects"
      action={`${projectHref(name)}/previews/revoke`}
      fields={{}}
      button="Revoke previews"
      back={projectHref(name)}
      visitor={visitor}
    >
      <p>
        Every preview address of this project stops working at once, for everyone who has it, also
        addresses that agents shared. New addresses work as before.
      </p>
    </ConfirmPage>
  );
}

export function DeleteProjectPage(
  { visitor, name, problem }: PartProps & { readonly problem: string | null },
) {
  return (
    <Layout title={`Delete ${name}?`} section="/dashboard/projects" visitor={visitor}>
      <Trail name={name} />
      <Form class="card" action={`${projectHref(name)}/delete`} visitor={visitor}>
        <Problem problem={problem} />
        <p>This deletes all files and changes of the project. It cannot be undone.</p>
        <TypedConfirmation
          name="name"
          label="Project name"
          text={name}
          button="Delete project"
          back={projectHref(name)}
        />
      </Form>
    </Layout>
  );
}
