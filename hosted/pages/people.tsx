/** The owner's page: who has an account, and who is invited. */

import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";

interface PeopleProps {
  readonly visitor: Visitor;
  readonly people: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: string;
  }[];
  readonly invitations: readonly {
    readonly id: string;
    /** `null` for whoever has the link. */
    readonly email: string | null;
    /** Milliseconds since 1970. */
    readonly expiresAt: number;
  }[];
  /** The link of the invitation that was just made: the only time that it is shown. */
  readonly link: string | null;
  readonly problem: string | null;
}

export function PeoplePage({ visitor, people, invitations, link, problem }: PeopleProps) {
  return (
    <Layout title="People" section="/people" visitor={visitor}>
      {link !== null && (
        <section class="card" role="status">
          <div>
            <strong>Send this link to whom you invite. It works once, for 7 days:</strong>
          </div>
          <pre><code id="invitation-link">{link}</code></pre>
        </section>
      )}
      <ul class="rows">
        {people.map(({ id, email, role }) => (
          <li key={id}>
            <div>
              {email} {role === "owner" && <span class="hint">owner</span>}
            </div>
            {role !== "owner" && (
              <Form action="/people/remove" visitor={visitor}>
                <input type="hidden" name="id" value={id} />
                <button
                  class="bad"
                  type="submit"
                  aria-label={`Remove, with keys and projects: ${email}`}
                >
                  Remove, with keys and projects
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <h2>Invite somebody</h2>
      <Form class="card" action="/people" visitor={visitor}>
        <Problem problem={problem} />
        <div>
          <label for="email">Email</label>
          <input id="email" name="email" type="email" maxlength={254} />
          <p class="hint">Only this address can use the link; left empty, whoever has the link</p>
        </div>
        <button type="submit">Make a link</button>
      </Form>
      {invitations.length > 0 && (
        <>
          <h2>Open invitations</h2>
          <ul class="rows">
            {invitations.map(({ id, email, expiresAt }) => (
              <li key={id}>
                <div>
                  {email ?? "whoever has the link"}
                  <p class="hint">until {dateOf(expiresAt)}</p>
                </div>
                <Form action="/people/withdraw" visitor={visitor}>
                  <input type="hidden" name="id" value={id} />
                  <button
                    class="bad"
                    type="submit"
                    aria-label={`Withdraw the invitation of ${email ?? "whoever has the link"}`}
                  >
                    Withdraw
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </>
      )}
    </Layout>
  );
}
