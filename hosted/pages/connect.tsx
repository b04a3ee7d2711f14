/** How each agent is connected: its file, what to put there, or what to do in its dialog. */

import { Layout, type Visitor } from "./layout.tsx";

/** A file, and what to put there. */
export interface ShownFile {
  readonly scope: "user" | "project";
  readonly paths: readonly { readonly systems: string; readonly path: string }[];
  readonly text: string;
}

/** An agent, and how it is connected. */
export interface ShownClient {
  readonly id: string;
  readonly name: string;
  readonly files: readonly ShownFile[];
  readonly commands: readonly { readonly systems: string; readonly text: string }[];
  readonly steps: readonly string[];
  /** What to paste in a dialog. */
  readonly paste: string | null;
}

interface ConnectProps {
  readonly visitor: Visitor;
  /** The address for agents. */
  readonly mcpUrl: string;
  /** The script that adds buttons to copy. */
  readonly script: string;
  readonly clients: readonly ShownClient[];
  /** What stands for the key in the texts. */
  readonly placeholder: string;
  /** The variable that texts refer to. */
  readonly variable: string;
}

export function ConnectPage(
  { visitor, mcpUrl, script, clients, placeholder, variable }: ConnectProps,
) {
  const [withFiles, withDialogs] = [
    clients.filter(({ files }) => files.length > 0),
    clients.filter(({ files }) => files.length === 0),
  ];
  return (
    <Layout title="Connect" section="/connect" visitor={visitor} script={script} isWide>
      <h2>All agents on a computer, at once</h2>
      <p>One command finds them, logs you in, makes a key and writes their files:</p>
      <Copied name="the command" text={`layerwright setup --url ${mcpUrl}`} />
      <h2>By hand</h2>
      <p>
        The address is{" "}
        <code>{mcpUrl}</code>. Agents that log you in by themselves need nothing else. For the
        others, make a key on <a href="/keys">Keys</a>, and set it as <code>{variable}</code>{" "}
        in the environment, or put it in the place of <code>{placeholder}</code>.
      </p>
      <h3>With a file</h3>
      <p>
        Each text is a whole file. Where there is one already, add only the entry of{" "}
        <code>layerwright</code> to it.
      </p>
      <div class="clients">
        {withFiles.map((client) => <ClientPart key={client.id} client={client} />)}
      </div>
      <h3>In a dialog</h3>
      <div class="clients">
        {withDialogs.map((client) => <ClientPart key={client.id} client={client} />)}
      </div>
    </Layout>
  );
}

function ClientPart({ client }: { readonly client: ShownClient }) {
  const { id, name, commands, steps, paste } = client;
  return (
    <details class="client" id={id}>
      <summary>{name}</summary>
      {filesByText(client).map((files) => (
        <FilePart key={files[0]?.scope} name={name} files={files} />
      ))}
      {commands.map(({ systems, text }) => (
        <div key={systems}>
          <p>Or by its own command, on {systems}:</p>
          <Copied name={`the command of ${name} on ${systems}`} text={text} />
        </div>
      ))}
      {steps.length > 0 && <ol>{steps.map((step) => <li key={step}>{step}</li>)}</ol>}
      {paste !== null && <Copied name={`the text for ${name}`} text={paste} />}
    </details>
  );
}

/** Many agents want the same for one project as for all. */
function filesByText({ files }: ShownClient): readonly (readonly ShownFile[])[] {
  return [...Map.groupBy(files, ({ text }) => text).values()];
}

const SCOPES = { user: "for all projects", project: "for one project" };

function FilePart(
  { name, files }: { readonly name: string; readonly files: readonly ShownFile[] },
) {
  return (
    <>
      <dl>
        {files.flatMap(({ scope, paths }) =>
          paths.map(({ systems, path }) => (
            <div key={scope + systems}>
              <dt>
                {systems}, {SCOPES[scope]}
              </dt>
              <dd>
                <code>{path}</code>
              </dd>
            </div>
          ))
        )}
      </dl>
      <Copied
        name={`the file of ${name} ${files.map(({ scope }) => SCOPES[scope]).join(" and ")}`}
        text={files[0]?.text ?? ""}
      />
    </>
  );
}

/** A text to copy, by hand or by the script. */
function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div class="box" data-copy={name}>
      <pre><code>{text.trimEnd()}</code></pre>
    </div>
  );
}
