/** The page with setup instructions for each agent. */

import { Layout, type Visitor } from "./layout.tsx";

/** A configuration file and its content. */
export interface ShownFile {
  readonly scope: "user" | "project";
  readonly paths: readonly { readonly systems: string; readonly path: string }[];
  readonly text: string;
}

/** An agent with its setup instructions. */
export interface ShownClient {
  readonly id: string;
  readonly name: string;
  readonly files: readonly ShownFile[];
  readonly commands: readonly { readonly systems: string; readonly text: string }[];
  readonly steps: readonly string[];
  /** The text to paste into a settings dialog. */
  readonly paste: string | null;
}

interface ConnectProps {
  readonly visitor: Visitor;
  /** The address for agents. */
  readonly mcpUrl: string;
  /** The path of the script that adds copy buttons. */
  readonly script: string;
  readonly clients: readonly ShownClient[];
  /** The placeholder for the key in the examples. */
  readonly placeholder: string;
  /** The environment variable from which the examples take the key. */
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
      <h2>All agents on your computer</h2>
      <p>This command finds your agents, logs you in, creates a key and configures each agent:</p>
      <Copied name="the command" text={`layerwright setup --url ${mcpUrl}`} />
      <h2>Manual setup</h2>
      <p>
        The address is{" "}
        <code>{mcpUrl}</code>. Agents that support OAuth need nothing else. For other agents, create
        a key under <a href="/keys">API keys</a>. Store it in the environment variable{" "}
        <code>{variable}</code>, or replace <code>{placeholder}</code> with the key.
      </p>
      <h3>Configuration files</h3>
      <p>
        Each example is a complete file. If the file already exists, add only the{" "}
        <code>layerwright</code> entry.
      </p>
      <div class="clients">
        {withFiles.map((client) => <ClientPart key={client.id} client={client} />)}
      </div>
      <h3>Settings dialogs</h3>
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
          <p>Or run this command on {systems}:</p>
          <Copied name={`the command of ${name} on ${systems}`} text={text} />
        </div>
      ))}
      {steps.length > 0 && <ol>{steps.map((step) => <li key={step}>{step}</li>)}</ol>}
      {paste !== null && <Copied name={`the text for ${name}`} text={paste} />}
    </details>
  );
}

/** Groups files by content, because many agents use the same content in both scopes. */
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

/** A box of text, to which the page's script adds a copy button. */
function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div class="box" data-copy={name}>
      <pre><code>{text.trimEnd()}</code></pre>
    </div>
  );
}
