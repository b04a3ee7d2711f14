/** The page of a person's API keys. */

import { grouped } from "../../core/report.ts";
import type { Scope } from "../../core/scopes.ts";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

/** A key, as its owner may see it at any time. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  /** Its beginning and end. */
  readonly masked: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

interface KeysProps {
  readonly visitor: Visitor;
  readonly keys: readonly ShownKey[];
  /** The key that was just made: the only time that it is shown. */
  readonly made: { readonly name: string; readonly text: string } | null;
  /** The address for agents. */
  readonly mcpUrl: string;
  readonly callsPerDay: number;
  readonly problem: string | null;
}

export function KeysPage({ visitor, keys, made, mcpUrl, callsPerDay, problem }: KeysProps) {
  return (
    <Layout title="API keys" section="/keys" visitor={visitor}>
      <p>
        Agents reach your projects at <code>{mcpUrl}</code> with a key as bearer token: up to{" "}
        {grouped(callsPerDay)} calls a day.
      </p>
      {made !== null && <MadeKey made={made} mcpUrl={mcpUrl} />}
      <h2>New key</h2>
      <NewKeyForm visitor={visitor} problem={problem} />
      <h2>Your keys</h2>
      {keys.length === 0 ? <p>None yet.</p> : (
        <ul class="rows">
          {keys.map((key) => <KeyRow key={key.id} shown={key} visitor={visitor} />)}
        </ul>
      )}
    </Layout>
  );
}

function MadeKey(
  { made, mcpUrl }: { readonly made: { name: string; text: string }; readonly mcpUrl: string },
) {
  return (
    <section class="card" role="status">
      <div>
        <strong>Key “{made.name}” is made. Copy it now: it is not shown again.</strong>
      </div>
      <pre><code id="made-key">{made.text}</code></pre>
      <div>
        <p>Connect the agents on a computer:</p>
        <pre><code>layerwright setup --url {mcpUrl} --api-key-stdin</code></pre>
      </div>
    </section>
  );
}

function NewKeyForm(
  { visitor, problem }: { readonly visitor: Visitor; readonly problem: string | null },
) {
  return (
    <Form class="card" action="/keys" visitor={visitor}>
      <Problem problem={problem} />
      <div>
        <label for="name">Name</label>
        <input id="name" name="name" required maxlength={100} placeholder="Laptop" />
        <p class="hint">Where it will be used, so that you know which to revoke</p>
      </div>
      <fieldset>
        <legend>It may</legend>
        <label>
          <input type="radio" name="access" value="write" checked /> read and change projects
        </label>
        <label>
          <input type="radio" name="access" value="read" /> only read them
        </label>
      </fieldset>
      <div>
        <label for="expires">It expires</label>
        <select id="expires" name="expires_in_days">
          <option value="30">in 30 days</option>
          <option value="90" selected>in 90 days</option>
          <option value="365">in a year</option>
          <option value="">never</option>
        </select>
      </div>
      <button type="submit">Make key</button>
    </Form>
  );
}

function KeyRow({ shown, visitor }: { readonly shown: ShownKey; readonly visitor: Visitor }) {
  const { id, name, masked, scopes, createdAt, expiresAt, lastUsedAt } = shown;
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{masked}</code>
        <p class="hint">
          {scopes.join(", ")} · made {dateOf(createdAt)} ·{" "}
          {expiresAt === null ? "never expires" : `expires ${dateOf(expiresAt)}`} ·{" "}
          {lastUsedAt === null ? "never used" : `last used ${dateOf(lastUsedAt)}`}
        </p>
      </div>
      <Form action="/keys/revoke" visitor={visitor}>
        <input type="hidden" name="id" value={id} />
        <button class="bad" type="submit" aria-label={`Revoke ${name}`}>Revoke</button>
      </Form>
    </li>
  );
}
