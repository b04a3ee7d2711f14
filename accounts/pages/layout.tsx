/** What all pages share. */

import type { Child } from "hono/jsx";

/** Whoever looks at a page. */
export interface Visitor {
  /** Proves that a form came from this page: see `form_tokens.ts`. */
  readonly formToken: string;
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
              {person.isOwner && <a href="/people">People</a>}
              <form method="post" action="/logout">
                <FormToken visitor={visitor} />
                <button class="quiet" type="submit">Log out</button>
              </form>
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

/** The field without which no form is believed. */
export function FormToken({ visitor }: { readonly visitor: Visitor }) {
  return <input type="hidden" name="form_token" value={visitor.formToken} />;
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
