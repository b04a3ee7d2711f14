/** The page of API keys. */

import { grouped } from "../../core/report.ts";
import type { Scope } from "../../core/scopes.ts";
import { ConfirmPage } from "./confirm.tsx";
import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf, Moment } from "./moment.tsx";

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
  /** The new key, which is shown for some minutes. */
  readonly made: { readonly id: string; readonly secret: string } | null;
  /** The address for agents. */
  readonly mcpUrl: string;
  readonly callsPerDay: number;
  readonly problem: string | null;
  /** The values to fill into the form, by the names of its fields. */
  readonly typed: Readonly<Record<string, string>>;
}

export function KeysPage({ visitor, keys, made, mcpUrl, callsPerDay, problem, typed }: KeysProps) {
  const madeKey = keys.find(({ id }) => id === made?.id);
  return (
    <Layout title="API keys" section="/keys" visitor={visitor}>
      <p>
        Agents connect to <code>{mcpUrl}</code>{" "}
        and send an API key as a bearer token. Your agents can make up to {grouped(callsPerDay)}
        {" "}
        calls per day.
      </p>
      {made !== null && madeKey !== undefined && (
        <MadeKey name={madeKey.name} text={made.secret} mcpUrl={mcpUrl} />
      )}
      <h2>Create a key</h2>
      <NewKeyForm {...{ visitor, problem, typed }} />
      <h2>Your keys</h2>
      {keys.length === 0 ? <p>No keys yet.</p> : (
        <ul class="rows">
          {keys.map((key) => <KeyRow key={key.id} shown={key} />)}
        </ul>
      )}
    </Layout>
  );
}

function MadeKey({ name, text, mcpUrl }: {
  readonly name: string;
  readonly text: string;
  readonly mcpUrl: string;
}) {
  return (
    <section class="card" role="status">
      <div>
        <strong>Key “{name}” created. Copy it now: it is shown for ten minutes at most.</strong>
      </div>
      <pre><code id="made-key">{text}</code></pre>
      <div>
        <p>To connect the agents on your computer, run:</p>
        <pre><code>layerwright setup --url {mcpUrl} --api-key-stdin</code></pre>
      </div>
      <div class="choices">
        <a class="button" href="/keys?hide">I copied the key: hide it</a>
      </div>
    </section>
  );
}

/** The lifetimes that the form offers, by their number of days. */
const LIFETIMES_OF_KEYS = {
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  "": "No expiration",
} as const;

function NewKeyForm(
  { visitor, problem, typed }: Pick<KeysProps, "visitor" | "problem" | "typed">,
) {
  const { name, access = "write", expires_in_days: days = "90" } = typed;
  return (
    <Form class="card" action="/keys" visitor={visitor}>
      <Problem problem={problem} />
      <div>
        <label for="name">Name</label>
        <input id="name" name="name" required maxlength={100} placeholder="Laptop" value={name} />
        <p class="hint">Where you will use the key, so you know which one to revoke</p>
      </div>
      <fieldset>
        <legend>Permissions</legend>
        <label>
          <input type="radio" name="access" value="write" checked={access !== "read"} />{" "}
          Read and change projects
        </label>
        <label>
          <input type="radio" name="access" value="read" checked={access === "read"} />{" "}
          Read projects only
        </label>
      </fieldset>
      <div>
        <label for="expires">Expiration</label>
        <select id="expires" name="expires_in_days">
          {Object.entries(LIFETIMES_OF_KEYS).map(([value, words]) => (
            <option key={value} value={value} selected={value === days}>{words}</option>
          ))}
        </select>
      </div>
      <button type="submit">Create key</button>
    </Form>
  );
}

function KeyRow({ shown }: { readonly shown: ShownKey }) {
  const { id, name } = shown;
  return (
    <li>
      <div>
        <KeyFacts shown={shown} />
      </div>
      <a class="button bad" href={`/keys/revoke?id=${id}`} aria-label={`Revoke ${name}`}>Revoke</a>
    </li>
  );
}

/** What people recognize a key by. */
function KeyFacts({ shown }: { readonly shown: ShownKey }) {
  const { name, masked, scopes, createdAt, expiresAt, lastUsedAt } = shown;
  return (
    <>
      <strong>{name}</strong> <code>{masked}</code>
      <p class="hint">
        {scopes.join(", ")} · created {dateOf(createdAt)} ·{" "}
        {expiresAt === null ? "never expires" : `expires ${dateOf(expiresAt)}`} ·{" "}
        {lastUsedAt === null ? "never used" : (
          <>
            last used <Moment at={lastUsedAt} />
          </>
        )}
      </p>
    </>
  );
}

/** Asks whether to revoke a key. */
export function RevokeKeyPage(
  { visitor, shown }: { readonly visitor: Visitor; readonly shown: ShownKey },
) {
  return (
    <ConfirmPage
      title="Revoke this key?"
      section="/keys"
      action="/keys/revoke"
      fields={{ id: shown.id }}
      button="Revoke key"
      back="/keys"
      visitor={visitor}
    >
      <KeyFacts shown={shown} />
      <p>Programs and agents that use this key stop working at once. This cannot be undone.</p>
    </ConfirmPage>
  );
}
