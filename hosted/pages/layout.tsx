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

/** A part of the pages: the path that its link leads to. */
export type Section = (typeof SECTIONS | typeof PUBLIC_SECTIONS)[number]["path"];

/** What those see who are not logged in. */
const PUBLIC_SECTIONS = [
  { path: "/playground", name: "Playground" },
  { path: "/login", name: "Log in" },
] as const;

const SECTIONS = [
  { path: "/", name: "Overview" },
  { path: "/dashboard/projects", name: "Projects" },
  { path: "/keys", name: "Keys" },
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
  /** The part of the dashboard that the page is in. */
  readonly section?: Section;
  /** Whether the page is more than text and forms. */
  readonly isWide?: boolean;
  /** A script of ours that the page can do without. */
  readonly script?: string | undefined;
  /** A style sheet of its own. */
  readonly style?: string;
  readonly children?: Child;
}

/** A whole page. */
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
        <a class="skip" href="#content">Skip to the content</a>
        <Header visitor={visitor} section={section} />
        <main id="content" class={isWide ? undefined : "narrow"} tabindex={-1}>
          <h1>{title}</h1>
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
