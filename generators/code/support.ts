/** The shared code that only some projects contain. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { IMPORTED, moduleName } from "../../project/layout/import_name.ts";
import { DEFAULT_LAYOUT, type Layout, servesDocs } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { checksRequests, type OptionalParts, readsParameters } from "../../spec/api_spec.ts";
import { hasFormats, hasPart } from "../../spec/body_type.ts";
import { isLimited } from "../../spec/constraint_example.ts";
import { bodyType } from "../../spec/example_type.ts";
import type { Support, supportTemplates } from "../../templates/mod.ts";

/** A file that shows whether a project has shared code. */
interface ShowingFile {
  /** The path by which records name it. */
  readonly path: ProjectPath;
  /** Reports whether its text shows the code. People may have a file of the same name. */
  isShown(text: string): boolean;
}

/** A module that is shown by the members that other code imports. */
type SharedModule = keyof typeof supportTemplates;

const PAGE_FILES = ["page.html", "style.css", "script.js"] as const;

/** A file of the documentation. */
type DocsFile = "docs" | typeof PAGE_FILES[number];

/** The name of the template of a file. */
export type SharedTemplate = SharedModule | DocsFile;

/** A file of shared code. */
interface SharedFile<Name = SharedTemplate> extends ShowingFile {
  readonly name: Name;
}

/** The files of the documentation, without the documents. */
export const DOCS_FILES: readonly SharedFile<DocsFile>[] = [
  { name: "docs", path: DEFAULT_LAYOUT.docs, isShown: servesDocs },
  ...PAGE_FILES.map((name) => ({
    name,
    path: DEFAULT_LAYOUT.docsFile(name),
    isShown: () => true,
  })),
];

/** One kind of shared code. */
interface SharedCode {
  /** Its files that no other project has. */
  readonly files: readonly SharedFile[];
  /** A file of every project, if it shows whether the project has the code; otherwise, the first of its own does. */
  readonly shownBy?: ShowingFile;
  /** Reports whether an endpoint needs the code. */
  isNeededBy(endpoint: OptionalParts): boolean;
}

const SHARED_CODE: Readonly<Record<keyof Support, SharedCode>> = {
  checksRequests: {
    files: [
      module("bodyModel", ["MOST_PROBLEMS", "TooManyProblemsError", "detail"]),
    ],
    shownBy: { path: DEFAULT_LAYOUT.requestBody, isShown: hasCheckingHelper },
    isNeededBy: checksRequests,
  },
  limitsBodies: {
    files: [module("bodyLimits")],
    // Defaults need no code of their own.
    isNeededBy: ({ body }) => body !== undefined && hasPart(bodyType(body), isLimited),
  },
  checksFormats: {
    files: [module("textFormats")],
    isNeededBy: ({ query, headers, body }) =>
      [query, headers, body].some((each) => each !== undefined && hasFormats(bodyType(each))),
  },
  readsParameters: {
    files: [module("requestParameters")],
    isNeededBy: readsParameters,
  },
  documentsErrors: {
    files: [module("documentedErrors")],
    isNeededBy: ({ errors }) => errors !== undefined,
  },
  pagesLists: {
    files: [module("listParameters")],
    isNeededBy: ({ list }) => list !== undefined,
  },
  servesDocs: { files: DOCS_FILES, isNeededBy: () => false },
};

const KINDS = Object.keys(SHARED_CODE) as readonly (keyof Support)[];

/**
 * Describes a module that is shown by the members that other code imports.
 *
 * @param more The members that other shared code imports.
 */
function module(name: SharedModule, more: readonly string[] = []): SharedFile {
  const path = DEFAULT_LAYOUT[name];
  const imported = Object.values(IMPORTED).filter((each) => each.module === moduleName(path));
  const names = [...imported.map((each) => each.name), ...more];
  return { name, path, isShown: (text) => defines(text, names) };
}

/**
 * Reports whether a module defines or imports members, as generated code uses them: those whose names
 * start with a small letter are functions.
 */
function defines(text: string, names: readonly string[]): boolean {
  const read = readPython(text);
  const imported = bindings(read).filter((each) => each.imported !== null && !each.isTypeOnly);
  const found = new Map([
    ...imported.map(({ name }) => [name, true] as const),
    ...symbols(read).map(({ name, kind }) =>
      [name, (kind === "function") === /^[a-z]/.test(name)] as const
    ),
  ]);
  return names.every((each) => found.get(each));
}

/**
 * Reports whether a project has `per_request()`. People may have deleted it, and their own projects
 * never had it.
 *
 * @param text The text of its module; `undefined` if the module does not exist.
 */
export function hasPerRequest(text: string | undefined): boolean {
  return defines(text ?? "", [IMPORTED.per_request.name]);
}

/** Reports whether the helper that reads bodies takes a model. */
function hasCheckingHelper(text: string): boolean {
  const helper = symbols(readPython(text)).find(({ name }) => name === IMPORTED.json_body.name);
  return helper !== undefined && CHECKING.test(helper.text);
}

/** Matches the helper that takes a model. */
const CHECKING = new RegExp(`^def ${IMPORTED.json_body.name}\\(\\s*model\\b`, "m");

/** Returns the files of a kind that show whether a project has the code, first the one that decides. */
function showing({ shownBy, files }: SharedCode): readonly ShowingFile[] {
  return shownBy === undefined ? files : [shownBy, ...files];
}

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
  return supportOf((code) => showing(code).slice(0, 1).every((each) => isIn(each, files, layout)));
}

function isIn({ path, isShown }: ShowingFile, files: Snapshot, layout: Layout): boolean {
  const text = files.get(layout.placed(path));
  return text !== undefined && isShown(text);
}

/** Returns the shared code that a project had, by the files that its records name. */
export function recordedSupport(files: Pick<ReadonlySet<ProjectPath>, "has">): Support {
  return supportOf((code) => code.files.every(({ path }) => files.has(path)));
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
  const isWhole = codeOf(needed).flatMap(showing).every((each) => isIn(each, files, layout));
  return isWhole ? null : { ...presentSupport(files, layout), ...needed };
}

/** The texts of files, by path. */
type Texts = ReadonlyMap<ProjectPath, string>;

/**
 * Returns the texts that files can have with and without shared code. Each kind is rendered by itself,
 * and kinds together only for the few files that several of them change.
 *
 * @param render Renders the files of a project that has some shared code.
 */
export function textsWithAndWithout(
  render: (support: Support) => Texts,
): ReadonlyMap<ProjectPath, ReadonlySet<string>> {
  const rendered = new Map<string, Texts>();
  const textsOf = (support: Support) => {
    const key = Object.keys(support).join();
    const texts = rendered.get(key) ?? render(support);
    rendered.set(key, texts);
    return texts;
  };
  const [none, all] = [textsOf({}), textsOf(supportOf(() => true))];
  const changed = KINDS.map((kind) => {
    const own = textsOf({ [kind]: true });
    const others = textsOf(supportOf((code) => code !== SHARED_CODE[kind]));
    const changes = (path: ProjectPath) =>
      own.get(path) !== none.get(path) || others.get(path) !== all.get(path);
    return { kind, changes };
  });
  return new Map(
    all.keys().map((path) => {
      const kinds = changed.flatMap(({ kind, changes }) => changes(path) ? [kind] : []);
      return [path, new Set(combinations(kinds).flatMap((each) => textsOf(each).get(path) ?? []))];
    }),
  );
}

/** Returns all combinations of some kinds of shared code. */
function combinations(kinds: readonly (keyof Support)[]): readonly Support[] {
  return kinds.reduce<readonly Support[]>(
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

/** Returns the files of shared code. */
export function supportFiles(support: Support): readonly SharedFile[] {
  return codeOf(support).flatMap(({ files }) => files);
}

const SHOWING: ReadonlyMap<ProjectPath, ShowingFile> = new Map(
  KINDS.flatMap((kind) => showing(SHARED_CODE[kind])).map((each) => [each.path, each]),
);

/** The files that show which shared code a project has, by the paths by which records name them. */
export const SUPPORT_FILES: readonly ProjectPath[] = [...SHOWING.keys()];

/** Reports whether a file shows the shared code that belongs there. */
export function showsSupport(path: ProjectPath, text: string): boolean {
  return SHOWING.get(path)?.isShown(text) ?? false;
}
