/** The shared code that only some projects contain. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { DEFAULT_LAYOUT, type Layout, servesDocs } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import { bindings } from "../../python/bindings.ts";
import type { Member } from "../../python/member_name.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { checksRequests, type OptionalParts, readsParameters } from "../../spec/api_spec.ts";
import { hasFormats, hasPart } from "../../spec/body_type.ts";
import { isLimited } from "../../spec/constraint_example.ts";
import { bodyType } from "../../spec/example_type.ts";
import type { Support } from "../../templates/mod.ts";

/** One kind of shared code. */
interface SharedCode {
  /** Its files that no other project has, by the paths by which records name them. */
  readonly files: readonly ProjectPath[];
  /** The file that shows whether a project has the code. */
  readonly shownBy: ProjectPath;
  /** Reports whether the text of that file shows the code. People may have a file of the same name. */
  isShown(text: string): boolean;
  /** Reports whether an endpoint needs the code. */
  isNeededBy(endpoint: OptionalParts): boolean;
}

const { bodyModel, bodyLimits, textFormats, requestParameters } = DEFAULT_LAYOUT;
const { documentedErrors, listParameters } = DEFAULT_LAYOUT;

const SHARED_CODE: Readonly<Record<keyof Support, SharedCode>> = {
  checksRequests: {
    files: [bodyModel],
    shownBy: DEFAULT_LAYOUT.requestBody,
    isShown: hasCheckingHelper,
    isNeededBy: checksRequests,
  },
  limitsBodies: {
    ...definedIn(bodyLimits, IMPORTED.Limited),
    // Defaults need no code of their own.
    isNeededBy: ({ body }) => body !== undefined && hasPart(bodyType(body), isLimited),
  },
  checksFormats: {
    ...definedIn(textFormats, IMPORTED.text_format),
    isNeededBy: ({ query, headers, body }) =>
      [query, headers, body].some((each) => each !== undefined && hasFormats(bodyType(each))),
  },
  readsParameters: {
    ...definedIn(requestParameters, IMPORTED.request_parameters),
    isNeededBy: readsParameters,
  },
  documentsErrors: {
    ...definedIn(documentedErrors, IMPORTED.errors),
    isNeededBy: ({ errors }) => errors !== undefined,
  },
  pagesLists: {
    ...definedIn(listParameters, IMPORTED.listed),
    isNeededBy: ({ list }) => list !== undefined,
  },
  servesDocs: {
    files: [
      DEFAULT_LAYOUT.docs,
      ...["page.html", "style.css", "script.js"].map((name) => DEFAULT_LAYOUT.docsFile(name)),
    ],
    shownBy: DEFAULT_LAYOUT.docs,
    isShown: servesDocs,
    isNeededBy: () => false,
  },
};

const KINDS = Object.keys(SHARED_CODE) as readonly (keyof Support)[];

/** Describes code whose only file defines a member. */
function definedIn(path: ProjectPath, { name }: Member): Omit<SharedCode, "isNeededBy"> {
  const isShown = (text: string) => bindings(readPython(text)).some((each) => each.name === name);
  return { files: [path], shownBy: path, isShown };
}

/** Reports whether the helper that reads bodies takes a model. */
function hasCheckingHelper(text: string): boolean {
  const helper = symbols(readPython(text)).find(({ name }) => name === IMPORTED.json_body.name);
  return helper !== undefined && CHECKING.test(helper.text);
}

/** Matches the helper that takes a model. */
const CHECKING = new RegExp(`^def ${IMPORTED.json_body.name}\\(\\s*model\\b`, "m");

function supportOf(has: (code: SharedCode) => boolean): Support {
  return Object.fromEntries(
    KINDS.flatMap((kind) => has(SHARED_CODE[kind]) ? [[kind, true as const]] : []),
  );
}

function codeOf(support: Support): readonly SharedCode[] {
  return KINDS.flatMap((kind) => support[kind] ? [SHARED_CODE[kind]] : []);
}

/** Returns the shared code that endpoints need. */
export function neededSupport(endpoints: readonly OptionalParts[]): Support {
  return supportOf((code) => endpoints.some((each) => code.isNeededBy(each)));
}

/** Returns the shared code that a project has. */
export function presentSupport(files: Snapshot, layout: Layout): Support {
  return supportOf((code) => isPresent(code, files, layout));
}

function isPresent({ shownBy, isShown }: SharedCode, files: Snapshot, layout: Layout): boolean {
  const text = files.get(layout.placed(shownBy));
  return text !== undefined && isShown(text);
}

/** Returns the shared code that a project had, by the files that its records name. */
export function recordedSupport(files: Pick<ReadonlySet<ProjectPath>, "has">): Support {
  return supportOf((code) => code.files.every((path) => files.has(path)));
}

/**
 * Returns the shared code of a project to which endpoints are added; `null` if it has all code that
 * they need.
 */
export function grownSupport(
  endpoints: readonly OptionalParts[],
  { files, layout }: Pick<Project, "files" | "layout">,
): Support | null {
  const needed = neededSupport(endpoints);
  const isWhole = codeOf(needed).every((code) =>
    isPresent(code, files, layout) && code.files.every((path) => files.has(layout.placed(path)))
  );
  return isWhole ? null : { ...presentSupport(files, layout), ...needed };
}

/** Returns all combinations of shared code. */
export function everySupport(): readonly Support[] {
  return KINDS.reduce<readonly Support[]>(
    (all, kind) => all.flatMap((each) => [each, { ...each, [kind]: true as const }]),
    [{}],
  );
}

/** Returns values without those that say which shared code a project has. */
export function withoutSupport<Values extends Support>(
  values: Values,
): Omit<Values, keyof Support> {
  const isOther = ([name]: readonly [string, unknown]) => !(name in SHARED_CODE);
  return Object.fromEntries(Object.entries(values).filter(isOther)) as Omit<Values, keyof Support>;
}

/** Returns the files of shared code, by the paths by which records name them. */
export function supportFiles(support: Support): readonly ProjectPath[] {
  return codeOf(support).flatMap(({ files }) => files);
}

/** The files that show which shared code a project has, and those that come with it. */
export const SUPPORT_FILES: readonly ProjectPath[] = [
  ...new Set(KINDS.flatMap((kind) => [SHARED_CODE[kind].shownBy, ...SHARED_CODE[kind].files])),
];

/** Reports whether a file shows the shared code that belongs there. */
export function showsSupport(path: ProjectPath, text: string): boolean {
  return KINDS.every((kind) =>
    SHARED_CODE[kind].shownBy !== path || SHARED_CODE[kind].isShown(text)
  );
}
