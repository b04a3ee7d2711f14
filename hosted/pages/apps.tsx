/** The page of connected apps. */

import { ConfirmPage } from "./confirm.tsx";
import { Layout, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

/** A connected app. */
export interface ShownApp {
  readonly grantId: string;
  readonly name: string;
  /** The verified host of the app; `null` if its identity is not verified. */
  readonly knownFrom: string | null;
  /** The permissions of the app, in words. */
  readonly permissions: readonly string[];
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
        Apps that support OAuth need only the address <code>{mcpUrl}</code> and your consent.
      </p>
      {apps.length === 0 ? <p>No connected apps.</p> : (
        <ul class="rows">
          {apps.map((app) => <AppRow key={app.grantId} app={app} />)}
        </ul>
      )}
    </Layout>
  );
}

function AppRow({ app }: { readonly app: ShownApp }) {
  const { grantId, name } = app;
  return (
    <li>
      <div>
        <AppFacts app={app} />
      </div>
      <a class="button bad" href={`/apps/revoke?id=${grantId}`} aria-label={`Revoke ${name}`}>
        Revoke
      </a>
    </li>
  );
}

/** What people recognize an app by. */
function AppFacts({ app }: { readonly app: ShownApp }) {
  const { name, knownFrom, permissions, connectedAt, lastActiveAt } = app;
  return (
    <>
      <strong>{name}</strong> can {permissions.join(", ")}
      <p class="hint">
        {knownFrom === null ? "not verified" : `verified domain ${knownFrom}`} · connected{" "}
        {dateOf(connectedAt)} · last active {dateOf(lastActiveAt)}
      </p>
    </>
  );
}

/** Asks whether to revoke an app. */
export function RevokeAppPage(
  { visitor, app }: { readonly visitor: Visitor; readonly app: ShownApp },
) {
  return (
    <ConfirmPage
      title="Revoke this app?"
      section="/apps"
      action="/apps/revoke"
      fields={{ id: app.grantId }}
      button="Revoke app"
      back="/apps"
      visitor={visitor}
    >
      <AppFacts app={app} />
      <p>The app loses access at once. To connect it again, start in the app.</p>
    </ConfirmPage>
  );
}
