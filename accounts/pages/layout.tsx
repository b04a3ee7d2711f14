/** What all pages share. */

import type { Child } from "hono/jsx";

/** Whoever looks at a page. */
export interface Visitor {
  /**
   * What proves that a form came from a page of ours: see `form_tokens.ts`.
   *
   * @param action The path that the form is sent to.
   */
  readonly tokenOf: (action: string) => string;
  /** `null` for somebody who is not logged in. */
  readonly person: { readonly email: string; readonly isOwner: boolean } | null;
}

interface LayoutProps {
  readonly title: string;
  readonly visitor: Visitor;
  readonly children?: Child;
}

/** A whole page. */
export function Layout({ title, visitor, children }: LayoutProps) {
  const { person } = visitor;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title} · Layerwright</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <strong>Layerwright</strong>
          {person !== null && (
            <>
              <a href="/keys">Keys</a>
              <a href="/apps">Apps</a>
              {person.isOwner && <a href="/people">People</a>}
              <a href="/account">Account</a>
              <Form action="/logout" visitor={visitor}>
                <button class="quiet" type="submit">Log out</button>
              </Form>
            </>
          )}
        </header>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

interface FormProps {
  /** The path that it is sent to. */
  readonly action: string;
  readonly visitor: Visitor;
  readonly class?: string;
  readonly children?: Child;
}

/** A form, with the field without which it is not believed. */
export function Form({ action, visitor, children, ...attributes }: FormProps) {
  return (
    <form method="post" action={action} {...attributes}>
      <input type="hidden" name="form_token" value={visitor.tokenOf(action)} />
      {children}
    </form>
  );
}

/** What was wrong with a form, said before its fields. */
export function Problem({ problem }: { readonly problem: string | null }) {
  return problem === null ? null : <p class="problem" role="alert">{problem}</p>;
}

/** A page that only says something. */
export function MessagePage(
  { title, message, visitor }: {
    readonly title: string;
    readonly message: string;
    readonly visitor: Visitor;
  },
) {
  return (
    <Layout title={title} visitor={visitor}>
      <p>{message}</p>
      {visitor.person === null && (
        <p>
          <a href="/login">Log in</a>
        </p>
      )}
    </Layout>
  );
}
