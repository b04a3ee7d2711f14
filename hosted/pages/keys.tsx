/** The page of API keys. */

import { grouped } from "../../core/report.ts";
import type { Scope } from "../../core/scopes.ts";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

/** A key without its secret. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  /** The start and end of the key. */
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
  /** The new key, which is shown only once. */
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
        Agents connect to <code>{mcpUrl}</code>{" "}
        and send an API key as a bearer token. Your agents can make up to {grouped(callsPerDay)}
        {" "}
        calls per day.
      </p>
      {made !== null && <MadeKey made={made} mcpUrl={mcpUrl} />}
      <h2>Create a key</h2>
      <NewKeyForm visitor={visitor} problem={problem} />
      <h2>Your keys</h2>
      {keys.length === 0 ? <p>No keys yet.</p> : (
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
        <strong>Key “{made.name}” created. Copy it now: you won't see it again.</strong>
      </div>
      <pre><code id="made-key">{made.text}</code></pre>
      <div>
        <p>To connect the agents on your computer, run:</p>
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
        <p class="hint">Where you will use the key, so you know which one to revoke</p>
      </div>
      <fieldset>
        <legend>Permissions</legend>
        <label>
          <input type="radio" name="access" value="write" checked /> Read and change projects
        </label>
        <label>
          <input type="radio" name="access" value="read" /> Read projects only
        </label>
      </fieldset>
      <div>
        <label for="expires">Expiration</label>
        <select id="expires" name="expires_in_days">
          <option value="30">30 days</option>
          <option value="90" selected>90 days</option>
          <option value="365">1 year</option>
          <option value="">No expiration</option>
        </select>
      </div>
      <button type="submit">Create key</button>
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
          {scopes.join(", ")} · created {dateOf(createdAt)} ·{" "}
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
