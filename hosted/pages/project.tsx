/** The page of a project: routes, analysis, history, revisions and files. */

import { counted, grouped } from "../../core/report.ts";
import type { AnalysisData } from "../../actions/inspect.ts";
import type { ListedChange, ListedFile, ProjectSummary } from "../projects/listing.ts";
import { FileTree } from "./file_tree.tsx";
import type { Findings } from "./findings.ts";
import { HistorySection, type ShownHistory } from "./history.tsx";
import { Layout, type Visitor } from "./layout.tsx";
import { Moment } from "./moment.tsx";
import { changeHref, fileHref, projectHref } from "./project_links.ts";
import type { Unreadable } from "../tools/find_unreadable.ts";
import { firstEndpoints, RouteMap } from "./route_map.tsx";
import { UnreadableFiles, withUnreadable } from "./unreadable.tsx";

interface ProjectProps {
  readonly visitor: Visitor;
  readonly name: string;
  readonly summary: ProjectSummary;
  /** The first files, ordered by path. */
  readonly files: readonly ListedFile[];
  readonly findings: Findings<AnalysisData>;
  readonly unreadable: Unreadable;
  readonly history: ShownHistory;
  /** The newest first. */
  readonly changes: readonly ListedChange[];
}

export function ProjectPage(
  { visitor, name, summary, files, findings, unreadable, history, changes }: ProjectProps,
) {
  const { revision, updatedAt } = summary;
  return (
    <Layout title={name} section="/dashboard/projects" visitor={visitor} isWide>
      <UnreadableFiles name={name} unreadable={unreadable} />
      <p class="hint">
        Revision {revision}, changed <Moment at={updatedAt} />
      </p>
      <div class="choices">
        <a class="button" href={`${projectHref(name)}/status`}>Status</a>
        <a class="button" href={`${projectHref(name)}/preview`}>Preview</a>
        <a class="button bad" href={`${projectHref(name)}/previews/revoke`}>Revoke previews</a>
        <a class="button" href={`${projectHref(name)}/openapi.json`}>OpenAPI</a>
        <a class="button" href={`${projectHref(name)}/archive`}>Download tar.gz</a>
        <a class="button" href={`${projectHref(name)}/archive?format=zip`}>Download zip</a>
        <a class="button bad" href={`${projectHref(name)}/delete`}>Delete</a>
      </div>
      <div class="columns project">
        <div>
          <Analysis {...{ name, findings, unreadable }} />
          <HistorySection visitor={visitor} name={name} history={history} />
          <section aria-labelledby="changes">
            <h2 id="changes">Revisions</h2>
            <ChangeList name={name} changes={changes} />
          </section>
        </div>
        <section aria-labelledby="files">
          <h2 id="files">{counted(summary.files, "file")}</h2>
          <FileTree project={name} files={files} count={summary.files} />
        </section>
      </div>
    </Layout>
  );
}

function Analysis(
  { name, findings, unreadable }: Pick<ProjectProps, "name" | "findings" | "unreadable">,
) {
  if (findings.kind === "not-analyzed") {
    return (
      <section aria-labelledby="analysis">
        <h2 id="analysis">Analysis</h2>
        <p>{findings.reason}</p>
      </section>
    );
  }
  const { message, data: { layers, models, problems } } = findings;
  const { routes, left } = firstEndpoints(withUnreadable(findings.data.routes, unreadable));
  const more = findings.omitted + left;
  return (
    <>
      <section aria-labelledby="routes">
        <h2 id="routes">Routes and endpoints</h2>
        <RouteMap project={name} routes={routes} />
      </section>
      <section aria-labelledby="analysis">
        <h2 id="analysis">Analysis</h2>
        <p>{message}.</p>
        {more > 0 && <p class="hint">{grouped(more)} more entries are not shown here.</p>}
        {layers.length > 0 && (
          <ol class="layers" aria-label="Layers, from request to data">
            {layers.map(({ name, folder, modules }) => (
              <li key={folder}>
                <strong>{name}</strong> <span class="hint">{counted(modules, "module")}</span>
              </li>
            ))}
          </ol>
        )}
        {models.length > 0 && (
          <p>
            Models: <code>{models.join(", ")}</code>
          </p>
        )}
        {problems.length > 0 && (
          <ul>
            {problems.map(({ file, line, message }, index) => (
              <li key={index}>
                <a href={fileHref(name, file, line)}>
                  <bdi>{file}</bdi>, line {line}
                </a>: {message}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function ChangeList(
  { name, changes }: { readonly name: string; readonly changes: readonly ListedChange[] },
) {
  if (changes.length === 0) return <p>No changes are stored.</p>;
  return (
    <ul class="rows">
      {changes.map(({ id, revision, createdAt }) => (
        <li key={id}>
          <a href={changeHref(name, id)}>Revision {revision}</a>
          <span class="hint">
            <Moment at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
