/** The owner's page of accounts and invitations. */

import { Form, Layout, Problem, type Visitor } from "./layout.tsx";
import { dateOf } from "./moment.tsx";
import { TypedConfirmation } from "./typed_confirmation.tsx";

interface PeopleProps {
  readonly visitor: Visitor;
  readonly people: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: string;
  }[];
  readonly invitations: readonly {
    readonly id: string;
    /** `null` if anyone with the link can join. */
    readonly email: string | null;
    /** Milliseconds since 1970. */
    readonly expiresAt: number;
  }[];
  /** The link of the new invitation, which is shown only once. */
  readonly link: string | null;
  readonly problem: string | null;
}

export function PeoplePage({ visitor, people, invitations, link, problem }: PeopleProps) {
  return (
    <Layout title="People" section="/people" visitor={visitor}>
      {link !== null && (
        <section class="card" role="status">
          <div>
            <strong>
              Send this link to the person you invite. It works once and expires in 7 days.
            </strong>
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
              <a
                class="button bad"
                href={`/people/remove?id=${id}`}
                aria-label={`Delete the account of ${email}`}
              >
                Delete
              </a>
            )}
          </li>
        ))}
      </ul>
      <h2>Invite a person</h2>
      <Form class="card" action="/people" visitor={visitor}>
        <Problem problem={problem} />
        <div>
          <label for="email">Email (optional)</label>
          <input id="email" name="email" type="email" maxlength={254} />
          <p class="hint">
            Only this address can use the link. Without an address, anyone with the link can join.
          </p>
        </div>
        <button type="submit">Create invitation</button>
      </Form>
      {invitations.length > 0 && (
        <>
          <h2>Pending invitations</h2>
          <ul class="rows">
            {invitations.map(({ id, email, expiresAt }) => (
              <li key={id}>
                <div>
                  {email ?? "Anyone with the link"}
                  <p class="hint">Expires on {dateOf(expiresAt)}</p>
                </div>
                <Form action="/people/withdraw" visitor={visitor}>
                  <input type="hidden" name="id" value={id} />
                  <button
                    class="bad"
                    type="submit"
                    aria-label={`Withdraw the invitation for ${email ?? "anyone with the link"}`}
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

/** Asks the owner to confirm the deletion of an account. */
export function DeletePersonPage(
  { visitor, person: { id, email, projects }, problem }: {
    readonly visitor: Visitor;
    readonly person: { readonly id: string; readonly email: string; readonly projects: number };
    readonly problem: string | null;
  },
) {
  return (
    <Layout title={`Delete the account of ${email}?`} section="/people" visitor={visitor}>
      <Form class="card" action="/people/remove" visitor={visitor}>
        <Problem problem={problem} />
        <p>
          This deletes the account, its API keys and its projects ({projects}). It cannot be undone.
        </p>
        <input type="hidden" name="id" value={id} />
        <TypedConfirmation
          name="email"
          label="Email"
          text={email}
          button="Delete account"
          back="/people"
        />
      </Form>
    </Layout>
  );
}
