/** The breadcrumb of a page below a project. */

import { projectHref } from "./project_links.ts";

export function Trail({ name }: { readonly name: string }) {
  return (
    <nav class="trail" aria-label="Breadcrumb">
      <a href="/dashboard/projects">Projects</a> / <a href={projectHref(name)}>{name}</a>
    </nav>
  );
}
