/** The playground: a page that runs the library in the browser. */

import { Layout, type Visitor } from "./layout.tsx";
import type { PlaygroundAssets } from "../http/playground_assets.ts";
import { EXAMPLE_SPEC } from "../http/playground_example.ts";

interface PlaygroundProps {
  readonly visitor: Visitor;
  readonly assets: PlaygroundAssets;
}

export function PlaygroundPage({ visitor, assets: { style, scripts } }: PlaygroundProps) {
  return (
    <Layout
      title="Playground"
      section="/playground"
      visitor={visitor}
      style={style.path}
      script={scripts?.page.path}
      isWide
    >
      <p class="lead">
        Write one small JSON spec and get a layered Flask API with tests. Everything runs in your
        browser: nothing you type leaves it.
      </p>
      {scripts === null ? <NotBuilt /> : <Workbench worker={scripts.worker.path} />}
    </Layout>
  );
}

function NotBuilt() {
  return (
    <>
      <p>
        The playground has not been built in this checkout. Run{" "}
        <code>deno task build:playground</code> and restart the server.
      </p>
      <ByCommandLine />
    </>
  );
}

function Workbench({ worker }: { readonly worker: string }) {
  return (
    <>
      <noscript>
        <p>
          The playground needs JavaScript. It shows the errors of a spec beside their lines, the
          generated files, and the response of each endpoint.
        </p>
        <ByCommandLine />
      </noscript>
      <p id="starting">If the playground does not appear, its script could not be loaded.</p>
      <div id="playground" data-worker={worker} hidden>
        <div class="columns bench">
          <SpecSection />
          <section aria-labelledby="endpoints-title">
            <h2 id="endpoints-title">Endpoints</h2>
            <p id="stale" class="hint" hidden>These endpoints are from the last valid spec.</p>
            <ul id="endpoints" class="endpoints"></ul>
          </section>
        </div>
        <FilesSection />
      </div>
    </>
  );
}

function SpecSection() {
  return (
    <section aria-labelledby="spec-title">
      <div class="heading">
        <h2 id="spec-title">
          <label for="spec">Spec</label>
        </h2>
        <p id="result" role="status"></p>
      </div>
      <div id="editor" class="editor">
        <div class="numbers" aria-hidden="true">
          <div id="numbers"></div>
        </div>
        <div class="sheet">
          <div class="behind" aria-hidden="true">
            <div id="marks"></div>
          </div>
          <textarea
            id="spec"
            wrap="off"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            autocorrect="off"
            aria-describedby="result"
          >
            {EXAMPLE_SPEC}
          </textarea>
        </div>
      </div>
      <p class="sharing">
        <button id="copy-link" type="button">Copy link</button>
        <button id="reset" class="quiet" type="button">Reset to the example</button>
        <span id="link-said" class="hint" role="status"></span>
      </p>
      <ul id="problems" class="problems" aria-label="Problems"></ul>
    </section>
  );
}

function FilesSection() {
  return (
    <section id="project" aria-labelledby="files-title" hidden>
      <h2 id="files-title">Files</h2>
      <div class="saving">
        <div>
          <label for="project-name">Project name</label>
          <input
            id="project-name"
            value="shop"
            maxlength={200}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-describedby="result"
          />
        </div>
        <button id="download" type="button">Download zip</button>
      </div>
      <p id="file-said" class="heard" role="status"></p>
      <div class="columns reading">
        <div id="files"></div>
        <div id="file"></div>
      </div>
    </section>
  );
}

function ByCommandLine() {
  return (
    <>
      <p>
        You can also use the command line. Save this spec as{" "}
        <code>shop.json</code>, then run the commands below it:
      </p>
      <pre class="box"><code>{EXAMPLE_SPEC}</code></pre>
      <pre class="box"><code>{COMMANDS}</code></pre>
    </>
  );
}

const COMMANDS = `layerwright validate shop.json
layerwright generate api shop \\
  --json shop.json`;
