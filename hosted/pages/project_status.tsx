/** The page of a project's status: the states of its endpoints, deleted files and problems. */

import { grouped } from "../../core/report.ts";
import { DRIFT } from "../../generators/compare/project_state.ts";
import type { TrimmedState, TrimmedStatus } from "../../mcp/project_states.ts";
import type { Findings } from "./findings.ts";
import { Layout, type Visitor } from "./layout.tsx";
import { fileHref } from "./project_links.ts";
import { short } from "./short_text.ts";
import { MEANINGS, type StateWord, wordOf } from "./state_words.ts";
import type { Unreadable } from "../tools/find_unreadable.ts";
import { Trail } from "./trail.tsx";
import { readableStates, UnreadableFiles } from "./unreadable.tsx";

/** Maximum number of unreadable endpoints on the page. */
const MAX_UNREADABLE = 500;

/** Maximum characters of a note. A note may have several lines. */
const NOTE_LENGTH = 1_000;

interface StatusProps {
  readonly visitor: Visitor;
  /** The project's name. */
  readonly name: string;
  /** Those of the {@linkcode notedPlaces} that are files of the project. */
  readonly files: ReadonlySet<string>;
  readonly findings: Findings<TrimmedStatus>;
  readonly unreadable: Unreadable;
}

export function ProjectStatusPage({ visitor, name, files, findings, unreadable }: StatusProps) {
  return (
    <Layout title={`Status of ${name}`} section="/dashboard/projects" visitor={visitor} isWide>
      <Trail name={name} />
      <UnreadableFiles name={name} unreadable={unreadable} />
      {findings.kind === "not-analyzed"
        ? <p>{findings.reason}</p>
        : <Status project={{ name, files }} {...findings} unreadable={unreadable} />}
    </Layout>
  );
}

/** A project, to link to its files. */
interface LinkedProject {
  readonly name: string;
  /** The paths that may be linked. */
  readonly files: ReadonlySet<string>;
}

/** A line of a file. */
interface NotedPlace {
  readonly file: string;
  readonly line: number;
}

/** Returns the places that notes of endpoints may name. The files need not exist. */
export function notedPlaces(findings: Findings<TrimmedStatus>): readonly NotedPlace[] {
  if (findings.kind === "not-analyzed") return [];
  return findings.data.endpoints.flatMap(({ note = "" }) => placeIn(note) ?? []);
}

/** Returns the place that a note consists of, or `null`. */
function placeIn(note: string): NotedPlace | null {
  const at = note.lastIndexOf(":");
  const line = note.slice(at + 1);
  return at > 0 && /^\d+$/.test(line) ? { file: note.slice(0, at), line: Number(line) } : null;
}

function Status({ project, message, data, omitted, unreadable }: {
  readonly project: LinkedProject;
  readonly message: string;
  readonly data: TrimmedStatus;
  readonly omitted: number;
  readonly unreadable: Unreadable;
}) {
  const { deleted, problems, generator } = data;
  const endpoints = readableStates(data.endpoints, unreadable);
  const isDrift = ({ state }: TrimmedState) => DRIFT.has(state);
  const inOrder = endpoints.filter((each) => !isDrift(each));
  return (
    <>
      <p>{short(message)}.</p>
      {generator === null && (
        <p class="hint">
          Layerwright has no records of this project, so it cannot compare the code with what was
          generated.
        </p>
      )}
      {omitted > 0 && <p class="hint">{grouped(omitted)} more entries are not shown here.</p>}
      <UnreadableList project={project} endpoints={unreadable.endpoints} />
      <EndpointList
        {...{ id: "drift", title: "Differs from the generated code", project }}
        endpoints={endpoints.filter(isDrift)}
      />
      <EndpointList {...{ id: "order", title: "In order", project }} endpoints={inOrder} />
      {deleted.length > 0 && (
        <section aria-labelledby="deleted">
          <h2 id="deleted">Deleted files</h2>
          <p>These generated files were deleted. They stay deleted.</p>
          <ul>
            {deleted.map((path) => (
              <li key={path}>
                <code>
                  <bdi>{short(path)}</bdi>
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {problems.length > 0 && (
        <section aria-labelledby="problems">
          <h2 id="problems">Problems</h2>
          <ul>
            {problems.map(({ file, line, message }, index) => (
              <li key={index}>
                <Place project={project} file={file} line={line} />: {short(message)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Meanings words={[...unreadableWords(unreadable), ...endpoints.map(wordOf)]} />
    </>
  );
}

function EndpointList({ id, title, project, endpoints }: {
  readonly id: string;
  readonly title: string;
  readonly project: LinkedProject;
  readonly endpoints: readonly TrimmedState[];
}) {
  if (endpoints.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="rows">
        {endpoints.map((endpoint, index) => <EndpointRow key={index} {...{ project, endpoint }} />)}
      </ul>
    </section>
  );
}

/** Endpoints whose files do not parse. */
function UnreadableList({ project, endpoints }: {
  readonly project: LinkedProject;
  readonly endpoints: Unreadable["endpoints"];
}) {
  if (endpoints.length === 0) return null;
  return (
    <section aria-labelledby="unreadable">
      <h2 id="unreadable">Cannot be read</h2>
      <ul class="rows">
        {endpoints.slice(0, MAX_UNREADABLE).map(({ method, path, file, line }, index) => (
          <li key={index}>
            <div>
              <span class="state drift">unreadable</span>{" "}
              <code>
                <bdi>{short(`${method} ${path}`)}</bdi>
              </code>
            </div>
            <div>
              <Place {...{ project, file, line }} />
            </div>
          </li>
        ))}
      </ul>
      {endpoints.length > MAX_UNREADABLE && (
        <p class="hint">{grouped(endpoints.length - MAX_UNREADABLE)} more are not shown here.</p>
      )}
    </section>
  );
}

function unreadableWords({ endpoints }: Unreadable): readonly StateWord[] {
  return endpoints.length === 0 ? [] : ["unreadable"];
}

interface EndpointProps {
  readonly project: LinkedProject;
  readonly endpoint: TrimmedState;
}

function EndpointRow({ project, endpoint }: EndpointProps) {
  const { state, method, path, file, line, note = "" } = endpoint;
  return (
    <li>
      <div>
        <span class={DRIFT.has(state) ? "state drift" : "state"}>{wordOf(endpoint)}</span>{" "}
        <code>
          <bdi>{short(`${method} ${path}`)}</bdi>
        </code>
        {note !== "" && (
          <p class="hint note">
            <Note project={project} endpoint={endpoint} />
          </p>
        )}
      </div>
      {file !== undefined && line !== undefined && (
        <div>
          <Place project={project} file={file} line={line} />
        </div>
      )}
    </li>
  );
}

/** The note of an endpoint. A note that is only the place of edited or moved code becomes a link to that place. */
function Note({ project, endpoint: { note = "", code } }: EndpointProps) {
  const place = placeIn(note);
  if (place === null || !project.files.has(place.file)) {
    return <bdi>{short(note, NOTE_LENGTH)}</bdi>;
  }
  return (
    <>
      {code === "moved" ? "Moved to" : "Edited in"} <Place {...{ project, ...place }} />
    </>
  );
}

function Place({ project: { name }, file, line }: {
  readonly project: LinkedProject;
  readonly file: string;
  readonly line: number;
}) {
  return (
    <a href={fileHref(name, file, line)}>
      <bdi>{file}</bdi>, line {line}
    </a>
  );
}

/** Explains the state words that the page uses. */
function Meanings({ words }: { readonly words: readonly StateWord[] }) {
  const used = new Set(words);
  if (used.size === 0) return null;
  return (
    <details>
      <summary>Meaning of the words</summary>
      <dl class="words">
        {[...used].map((word) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{MEANINGS[word]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
