/** The changes to the templates of generated projects, by edition. */

/** A change that people can notice. */
export interface TemplateChange {
  /** The first edition of the templates with this change. */
  readonly edition: number;
  /** A sentence for people. */
  readonly sentence: string;
  /**
   * The changed parts: paths of files, or layers of routes. `route` stands for the function that
   * creates the service.
   */
  readonly parts: readonly string[];
}

/** All changes since the first edition. `upgrade` updates only these parts of a project. */
const TEMPLATE_CHANGES: readonly TemplateChange[] = [
  {
    edition: 2,
    sentence: "Each request has one repository, which is closed afterwards if it has 'close()'",
    parts: ["api/__init__.py", "api/per_request.py", "tests/test_app.py", "README.md", "route"],
  },
  {
    edition: 2,
    sentence: "JSON has dates in ISO 8601 and text as UTF-8; NaN and infinity are refused",
    parts: ["api/__init__.py", "api/json_provider.py", "tests/test_app.py", "README.md"],
  },
  {
    edition: 2,
    sentence: "A request with deeply nested JSON gets a 400 response",
    parts: ["api/request_body.py", "tests/test_app.py"],
  },
  {
    edition: 2,
    sentence: "LOG_LEVEL ignores case, and the error for an unknown level names the known ones",
    parts: ["api/__init__.py", "README.md"],
  },
  {
    edition: 2,
    sentence: "A test requests every GET endpoint",
    parts: ["tests/test_app.py"],
  },
  {
    edition: 2,
    sentence: "Mocks in data files have types, and models that nothing uses are gone",
    parts: ["service", "repository", "model"],
  },
  {
    edition: 2,
    sentence: "The records of routes are committed: .layerwright has a .gitignore of its own",
    parts: [".gitignore"],
  },
];

/** The edition of the templates of this version. */
export const EDITION: number = Math.max(1, ...TEMPLATE_CHANGES.map(({ edition }) => edition));

/** Returns the changes since an edition. */
export function changesSince(edition: number): readonly TemplateChange[] {
  return TEMPLATE_CHANGES.filter((each) => each.edition > edition);
}
