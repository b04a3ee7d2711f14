/** The page of the apps that a person let in. */

import { Form, Layout, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

/** An app, as its person sees it. */
export interface ShownApp {
  readonly grantId: string;
  readonly name: string;
  readonly knownFrom: string | null;
  /** What it may do, in words. */
  readonly wishes: readonly string[];
  /** Milliseconds since 1970. */
  readonly connectedAt: number;
  readonly lastActiveAt: number;
}

export function AppsPage(
  { visitor, apps, mcpUrl }: {
    readonly visitor: Visitor;
    readonly apps: readonly ShownApp[];
    /** The address for agents. */
    readonly mcpUrl: string;
  },
) {
  return (
    <Layout title="Connected apps" section="/apps" visitor={visitor}>
      <p>
        Apps that log you in by themselves need nothing but the address{" "}
        <code>{mcpUrl}</code>, and your consent.
      </p>
      {apps.length === 0 ? <p>None yet.</p> : (
        <ul class="rows">
          {apps.map((app) => <AppRow key={app.grantId} app={app} visitor={visitor} />)}
        </ul>
      )}
    </Layout>
  );
}

function AppRow({ app, visitor }: { readonly app: ShownApp; readonly visitor: Visitor }) {
  const { grantId, name, knownFrom, wishes, connectedAt, lastActiveAt } = app;
  return (
    <li>
      <div>
        <strong>{name}</strong> may {wishes.join(", ")}
        <p class="hint">
          {knownFrom === null ? "as it calls itself" : `known from ${knownFrom}`} · connected{" "}
          {dateOf(connectedAt)} · last active {dateOf(lastActiveAt)}
        </p>
      </div>
      <Form action="/apps/revoke" visitor={visitor}>
        <input type="hidden" name="id" value={grantId} />
        <button class="bad" type="submit" aria-label={`Revoke ${name}`}>Revoke</button>
      </Form>
    </li>
  );
}
