/** The list of projects. */

import { counted } from "../../core/report.ts";
import type { ListedProject } from "../projects/listing.ts";
import { Layout, type Visitor } from "./layout.tsx";
import { Moment } from "./moment.tsx";
import { projectHref } from "./project_links.ts";
import { sizeWords } from "../../presentation/size_words.ts";

export function ProjectsPage(
  { visitor, projects }: {
    readonly visitor: Visitor;
    readonly projects: readonly ListedProject[];
  },
) {
  return (
    <Layout title="Projects" section="/dashboard/projects" visitor={visitor}>
      {projects.length === 0
        ? (
          <p>
            No projects yet. <a href="/connect">Connect an agent</a> and ask it to generate an API.
          </p>
        )
        : (
          <ul class="rows">
            {projects.map((project) => <ProjectRow key={project.name} project={project} />)}
          </ul>
        )}
    </Layout>
  );
}

function ProjectRow({ project }: { readonly project: ListedProject }) {
  const { name, files, bytes, revision, updatedAt } = project;
  return (
    <li>
      <div>
        <a class="name" href={projectHref(name)}>{name}</a>
        <p class="hint">
          {counted(files, "file")} · {sizeWords(bytes)} · revision {revision} · changed{" "}
          <Moment at={updatedAt} />
        </p>
      </div>
    </li>
  );
}
