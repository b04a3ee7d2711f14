/** The layout and the elements that all pages share. */

import type { Child } from "hono/jsx";

/** The person who looks at a page. */
export interface Visitor {
  /**
   * Returns the CSRF token of a form (`hosted/accounts/form_tokens.ts`).
   *
   * @param action The path that the form is sent to.
   */
  readonly tokenOf: (action: string) => string;
  /** `null` if no one is logged in. */
  readonly person: { readonly email: string; readonly isOwner: boolean } | null;
  /** What the form that led to this page did; `null` if no form did. */
  readonly said: string | null;
}

/** The visitor for pages that do not look up the session, and have no forms that need a token. */
export const ANONYMOUS: Visitor = { tokenOf: () => "", person: null, said: null };

/** The path of an entry in the navigation. */
export type Section = (typeof SECTIONS | typeof PUBLIC_SECTIONS)[number]["path"];

/** The navigation of visitors who are not logged in. */
const PUBLIC_SECTIONS = [
  { path: "/playground", name: "Playground" },
  { path: "/login", name: "Log in" },
] as const;

const SECTIONS = [
  { path: "/", name: "Overview" },
  { path: "/dashboard/projects", name: "Projects" },
  { path: "/keys", name: "API keys" },
  { path: "/apps", name: "Apps" },
  { path: "/connect", name: "Connect" },
  { path: "/playground", name: "Playground" },
  { path: "/activity", name: "Activity" },
  { path: "/account", name: "Account" },
  { path: "/people", name: "People" },
] as const;

interface LayoutProps {
  readonly title: string;
  readonly visitor: Visitor;
  /** The navigation entry to mark as current. */
  readonly section?: Section;
  /** Whether the content uses the full width of the page. Pages of text and forms are narrow. */
  readonly isWide?: boolean;
  /** The path of a script. The page must also work without it. */
  readonly script?: string | undefined;
  /** The path of a style sheet for this page only. */
  readonly style?: string;
  readonly children?: Child;
}

/** A complete page. */
export function Layout({ title, visitor, section, isWide, script, style, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title} · Layerwright</title>
        <link rel="stylesheet" href="/style.css" />
        {style !== undefined && <link rel="stylesheet" href={style} />}
        {script !== undefined && <script src={script} defer />}
      </head>
      <body class={visitor.person === null && !isWide ? undefined : "wide"}>
        <a class="skip" href="#content">Skip to content</a>
        <Header visitor={visitor} section={section} />
        <main id="content" class={isWide ? undefined : "narrow"} tabindex={-1}>
          <h1>{title}</h1>
          {visitor.said !== null && <p class="said" role="status">{visitor.said}</p>}
          {children}
        </main>
      </body>
    </html>
  );
}

function Header({ visitor, section }: {
  readonly visitor: Visitor;
  readonly section: Section | undefined;
}) {
  const { person } = visitor;
  return (
    <header>
      <div class="bar">
        <strong>Layerwright</strong>
        {person !== null && (
          <Form action="/logout" visitor={visitor}>
            <button class="quiet" type="submit">Log out</button>
          </Form>
        )}
      </div>
      <nav aria-label={person === null ? "Pages" : "Dashboard"}>
        <ul>
          {sectionsFor(person).map((each) => (
            <li key={each.path}>
              <a href={each.path} aria-current={each.path === section ? "page" : undefined}>
                {each.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function sectionsFor(person: Visitor["person"]) {
  if (person === null) return PUBLIC_SECTIONS;
  return SECTIONS.filter(({ path }) => person.isOwner || path !== "/people");
}

interface FormProps {
  /** The path that the form is sent to. */
  readonly action: string;
  readonly visitor: Visitor;
  readonly class?: string;
  readonly children?: Child;
}

/** A form with a CSRF token. The server rejects forms without such a token. */
export function Form({ action, visitor, children, ...attributes }: FormProps) {
  return (
    <form method="post" action={action} {...attributes}>
      <input type="hidden" name="form_token" value={visitor.tokenOf(action)} />
      {visitor.person !== null && (
        <input type="hidden" name="form_account" value={visitor.person.email} />
      )}
      {children}
    </form>
  );
}

/** An error above the fields of a form. */
export function Problem({ problem }: { readonly problem: string | null }) {
  return problem === null ? null : <p class="problem" role="alert">{problem}</p>;
}

/** A page with a message. @param link The way on; by default, the login for visitors who are not logged in. */
export function MessagePage({ title, message, visitor, link }: {
  readonly title: string;
  readonly message: string;
  readonly visitor: Visitor;
  readonly link?: { readonly href: string; readonly words: string } | undefined;
}) {
  const way = link ?? (visitor.person === null ? { href: "/login", words: "Log in" } : null);
  return (
    <Layout title={title} visitor={visitor}>
      <p>{message}</p>
      {way !== null && (
        <p>
          <a href={way.href}>{way.words}</a>
        </p>
      )}
    </Layout>
  );
}
