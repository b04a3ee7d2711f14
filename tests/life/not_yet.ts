/** The guarantees that do not hold yet, by the step after which commands break them. */

/** Whether to check these guarantees, too: `LIFE_ALL=1`. */
export const IS_STRICT: boolean = Deno.env.get("LIFE_ALL") === "1";

export interface NotYet {
  readonly reason: string;
  /** The row that shows it. Without a row, one command after the step shows it. */
  readonly row?: string;
  /** The guarantees that commands break, by the edit or the command before. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

export const NOT_YET: readonly NotYet[] = [
  {
    reason: "A file that is not where it was generated is generated again.",
    steps: {
      "turns a route's module into a package": [
        "what is exported is served",
        "the same spec writes nothing",
        "deleted files stay deleted",
        "what is reported is served",
        "a command is not refused",
      ],
      "moves a route's module into a package of the route's name": [
        "an app that started starts",
        "the same spec writes nothing",
        "deleted files stay deleted",
        "a command is not refused",
      ],
      "moves a route's module into a domain package": [
        "an app that started starts",
        "the same spec writes nothing",
        "deleted files stay deleted",
        "a command is not refused",
      ],
      "moves all layers of a route into a domain package": [
        "an app that started starts",
        "the same spec writes nothing",
        "deleted files stay deleted",
        "a command is not refused",
      ],
      "merges the modules of two routes": [
        "an app that started starts",
        "the same spec writes nothing",
        "deleted files stay deleted",
      ],
      "renames a module of a lower layer": [
        "the same spec writes nothing",
        "deleted files stay deleted",
        "a command is not refused",
      ],
      "moves all route tests into a folder": [
        "the same spec writes nothing",
        "deleted files stay deleted",
      ],
      "renames the file of a test": ["the same spec writes nothing", "deleted files stay deleted"],
      "renames the app's package": [
        "what is exported is served",
        "the same spec writes nothing",
        "deleted files stay deleted",
        "what is reported is served",
        "a command is not refused",
      ],
      "deletes a route's module": [
        "only what was asked for is added",
        "the same spec writes nothing",
        "deleted files stay deleted",
      ],
      "deletes the Dockerfile": ["the same spec writes nothing", "deleted files stay deleted"],
      "deletes the README": ["the same spec writes nothing", "deleted files stay deleted"],
      "deletes compose.yaml": ["the same spec writes nothing", "deleted files stay deleted"],
      "deletes a route's tests": ["the same spec writes nothing", "deleted files stay deleted"],
      "deletes all tests": ["the same spec writes nothing", "deleted files stay deleted"],
    },
  },
  {
    reason: "The project's name is taken from its folder.",
    steps: {
      "renames the project's folder": ["the same spec writes nothing"],
    },
  },
  {
    reason: "A changed mock of an edited endpoint is a conflict.",
    steps: {
      "replaces a mock by the repository": ["a command is not refused"],
      "replaces a mock by another answer": ["a command is not refused"],
      "changes a mock under its comment": ["a command is not refused"],
      "adds a TODO to a mock": ["a command is not refused"],
      "adds docstrings to a service": ["a command is not refused"],
      "adds comments to a repository": ["a command is not refused"],
      "computes an answer in a helper": ["a command is not refused"],
      "deletes the use of a model": ["a command is not refused"],
    },
  },
  {
    reason: "Classes and models are found by the names that they were generated with.",
    steps: {
      "renames a service class": ["an app that started starts", "a command is not refused"],
      "renames a repository class": ["an app that started starts", "a command is not refused"],
      "renames a model": ["a command is not refused"],
    },
  },
  {
    reason: "Reports list the spec's endpoints, not the project's.",
    steps: {
      "registers the blueprints by hand": [
        "what is reported is served",
        "what is exported is served",
      ],
      "nests the blueprints": ["what is reported is served"],
      "prefixes all blueprints where they are registered": ["what is reported is served"],
      "gives a blueprint another prefix where it is registered": [
        "what is reported is served",
        "what is exported is served",
      ],
      "gives a blueprint a longer prefix": ["what is reported is served"],
      "adds a parameter to a path": ["what is reported is served"],
      "changes the path of a handler": ["what is reported is served"],
      "changes the method of a handler": ["what is reported is served"],
      "deletes a handler": ["what is reported is served"],
      "deletes an endpoint in all layers": ["what is reported is served"],
    },
  },
  {
    reason: "Formatting counts as editing.",
    steps: {
      "formats with single quotes": ["a command is not refused"],
      "formats services with single quotes": ["a command is not refused"],
      "indents services with two spaces": ["a command is not refused"],
      "indents with tabs": ["a command is not refused"],
    },
  },
  {
    reason: "Records are written again to tidy them.",
    steps: {
      "keeps both sides of a conflict in the records": ["the same spec leaves the records"],
      "leaves conflict markers in the records": ["the same spec leaves the records"],
    },
  },
  {
    reason: "Records forget what the spec no longer has only when a file is written.",
    row: "records after a changed method",
    steps: Object.fromEntries(
      [
        "generate api --force",
        "generate api with a changed method",
        "generate api with a changed mock",
        "generate api with a mock less",
        "generate api with a renamed route",
        "generate api with a renamed subroute",
        "generate api with a route less",
        "generate api with a subroute less",
        "generate api with other mocks",
        "generate subroute",
      ].map((command) => [command, ["the same spec leaves the records"]]),
    ),
  },
  {
    reason: "A moved module is generated again, and both are served if their blueprints differ.",
    row: "1: a module becomes a package",
    steps: {
      "moves a route's module into a package of the route's name": [
        "only what was asked for is added",
      ],
      "moves a route's module into a domain package": ["only what was asked for is added"],
      "moves all layers of a route into a domain package": ["only what was asked for is added"],
      "merges the modules of two routes": ["only what was asked for is added"],
    },
  },
  {
    reason: "New code imports models by the names that they were generated with.",
    row: "a renamed model and another method",
    steps: { "renames a model": ["an app that started starts"] },
  },
  {
    reason: "An edited endpoint that the spec dropped is a conflict when it comes back.",
    row: "an edited endpoint that comes back",
    steps: {
      "generate api with a subroute less": ["a command is not refused"],
      "generate api with a route less": ["a command is not refused"],
      "generate api with a renamed subroute": ["a command is not refused"],
      "generate api with a renamed route": ["a command is not refused"],
    },
  },
  {
    reason: "A handler with another name is not found when its endpoint comes back.",
    row: "a renamed handler whose endpoint comes back",
    steps: { "renames a handler": ["only what was asked for is added"] },
  },
];

/** The guarantees that nothing can check yet. */
export const NOT_BUILT: Readonly<Record<string, string>> = {
  "status agrees with what is served": "There is no command 'status'.",
  "a removed endpoint is gone, and nothing else": "There is no command 'remove'.",
  "a renamed endpoint answers under its new name": "There is no command 'rename'.",
  "an adopted project is known": "There is no command 'adopt'.",
};

/** Returns the guarantees that commands break some time after an edit or a command, so far. */
export function brokenSoFar(name: string): readonly string[] {
  return NOT_YET.flatMap(({ steps }) => steps[name] ?? []);
}

/** Returns the guarantees that the next command breaks after an edit, so far. */
export function brokenAtOnce(name: string): readonly string[] {
  return NOT_YET.filter(({ row }) => row === undefined).flatMap(({ steps }) => steps[name] ?? []);
}
