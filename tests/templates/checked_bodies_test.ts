/**
 * A generated application accepts exactly the bodies that fit a JSON Schema. This module derives the
 * schemas from the examples.
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parseJson } from "../../core/json.ts";
import { createMock } from "../../mod.ts";
import { withoutMarks } from "../../spec/example_type.ts";
import { almostFitting, arbitraryBody } from "../generators/arbitrary_body.ts";
import { withProjects } from "../generators/written_projects.ts";
import { black } from "../tools/black.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { type FlaskAnswer, flaskAnswers } from "../tools/flask_answers.ts";
import { IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { ruffCheck, ruffFormat } from "../tools/ruff.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const [EXAMPLES, BODIES_EACH] = IS_FULL_TIER ? [110, 100] : [15, 20];

const seed = IS_FULL_TIER ? Date.now() : 20261120;

function sampledExamples(): readonly string[] {
  const options = { numRuns: EXAMPLES, seed };
  return fc.sample(arbitraryBody, options).filter((each) => each !== "null");
}

type Schema = Readonly<Record<string, unknown>> | true;

/** Replaces integers that are too large for a float. */
const HUGE = 1e308;

/** Is added to numbers with a point or an exponent, because schemas cannot tell `1.0` from `1`. */
const POINT = 1e-9;

/** Parses JSON and replaces numbers. All keys get a prefix, because `__proto__` is one of them. */
function replaced(text: string): unknown {
  return JSON.parse(text, (_: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === "number") {
      if (/[.eE]/.test(context?.source ?? "")) return value + POINT;
      return Number.isFinite(value) ? value : Math.sign(value) * HUGE;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [`k:${key}`, each]));
  });
}

/** Derives a schema from all examples of the same value. */
function schemaOf(examples: readonly unknown[]): Schema {
  const constraint = examples.find(isConstraint);
  if (constraint !== undefined) return constraintSchema(constraint);
  if (examples.length === 0 || examples.includes(null)) return true;
  const objects = examples.filter((each) => typeof each === "object" && !Array.isArray(each));
  const lists = examples.filter((each) => Array.isArray(each));
  const numbers = examples.filter((each) => typeof each === "number");
  // `allOf` must not be empty.
  const rules: Schema[] = [true];
  const types = new Set<string>();
  if (examples.some((each) => typeof each === "string")) types.add("string");
  if (examples.some((each) => typeof each === "boolean")) types.add("boolean");
  if (numbers.length > 0) {
    const isAny = !numbers.every(Number.isInteger);
    types.add(isAny ? "number" : "integer");
    if (isAny) rules.push({ not: { enum: [HUGE, -HUGE] } });
  }
  if (lists.length > 0) {
    types.add("array");
    rules.push({ if: { type: "array" }, then: { items: schemaOf(lists.flat()) } });
  }
  if (objects.length > 0) {
    types.add("object");
    rules.push({ if: { type: "object" }, then: objectSchema(objects as readonly object[]) });
  }
  return { type: [...types], allOf: rules };
}

/** A constraint, with the prefixes of keys. */
type Constraint = Readonly<Record<string, unknown>>;

function isConstraint(value: unknown): value is Constraint {
  return typeof value === "object" && value !== null &&
    ["k:$example", "k:$default", "k:$enum"].some((word) => word in value);
}

function constraintSchema(constraint: Constraint): Schema {
  const given = [constraint["k:$example"], constraint["k:$default"]];
  const values = constraint["k:$enum"];
  if (values !== undefined) return { enum: values };
  const limits = ["minLength", "maxLength", "format"].map((
    word,
  ) => [word, constraint[`k:$${word}`]]);
  const { "k:$minimum": low, "k:$maximum": high } = constraint;
  const bounds = [
    ...(typeof low === "number" ? [["minimum", low - POINT]] : []),
    ...(typeof high === "number" ? [["maximum", high + 2 * POINT]] : []),
  ];
  const known = [...limits.filter(([, limit]) => limit !== undefined), ...bounds];
  const plain = schemaOf(given.filter((each) => each !== undefined));
  return { allOf: [plain, Object.fromEntries(known)] };
}

function objectSchema(examples: readonly object[]): Schema {
  const properties = new Map<string, unknown[]>();
  const optional = new Set<string>();
  let isOpen = false;
  for (const [key, value] of examples.flatMap(Object.entries)) {
    if (key === "k:..." && value === null) {
      isOpen = true;
      continue;
    }
    const marks = /\?*$/.exec(key)?.[0].length ?? 0;
    const name = key.slice(0, key.length - Math.ceil(marks / 2));
    properties.set(name, [...properties.get(name) ?? [], value]);
    const hasDefault = isConstraint(value) && value["k:$default"] !== undefined;
    if (marks % 2 === 1 || value === null || hasDefault) optional.add(name);
  }
  if (properties.size === 0) return true;
  const required = [...properties].filter(([name, values]) =>
    !optional.has(name) && values.length === examples.length
  );
  return {
    additionalProperties: isOpen,
    required: required.map(([name]) => name),
    properties: Object.fromEntries([...properties].map(([name, each]) => [name, schemaOf(each)])),
  };
}

/** Returns the JSON pointer of an error, without the prefixes of keys. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const key: unknown = params["missingProperty"] ?? params["additionalProperty"];
  const parts = instancePath.split("/").slice(1);
  if (typeof key === "string") parts.push(key.replaceAll("~", "~0").replaceAll("/", "~1"));
  return parts.map((part) => `/${part.replace(/^k:/, "")}`).join("");
}

interface Problem {
  readonly pointer: string;
  readonly detail: string;
}

function problemsIn({ body }: FlaskAnswer): readonly Problem[] {
  return (JSON.parse(body) as { readonly errors: readonly Problem[] }).errors;
}

/** Returns a spec with a route for each example. */
function specOf(examples: readonly string[]): string {
  const routes = examples.map((body, at) => `"r${at}": {"type": "POST", "body": ${body}}`);
  return `{"routes": {${routes.join(", ")}}}`;
}

/** Generates an application with a route for each example, and sends bodies to them. */
async function answersOf(
  examples: readonly string[],
  bodies: readonly (readonly string[])[],
): Promise<readonly (readonly FlaskAnswer[])[]> {
  return await withProjects([specOf(examples)], async ([folder = ""]) => {
    const requests = bodies.flatMap((each, at) =>
      each.map((body) => ({ method: "POST", path: `/r${at}`, body }))
    );
    const project = { folder, requests };
    const [answers = []] = await flaskAnswers([project], "client", newestFlask);
    let start = 0;
    return bodies.map((each) => answers.slice(start, start += each.length));
  });
}

/** Sends the bodies to a mock of the same spec. */
async function mockAnswersOf(
  examples: readonly string[],
  bodies: readonly (readonly string[])[],
): Promise<readonly (readonly FlaskAnswer[])[]> {
  const mock = createMock(specOf(examples));
  const headers = { "Content-Type": "application/json" };
  const answer = async (at: number, body: string): Promise<FlaskAnswer> => {
    const url = `http://localhost/r${at}`;
    const response = await mock(new Request(url, { method: "POST", headers, body }));
    const contentType = response.headers.get("Content-Type");
    return { status: response.status, contentType, body: await response.text() };
  };
  return await Promise.all(
    bodies.map((each, at) => Promise.all(each.map((body) => answer(at, body)))),
  );
}

Deno.test({
  name:
    "an application and a mock accept exactly the bodies that fit, and name every problem of others",
  ignore: IS_WITHOUT_PYDANTIC,
  async fn() {
    const examples = sampledExamples();
    const bodies = examples.map((example, at) => {
      const shown = withoutMarks(parseJson(example));
      return Array.from(
        { length: BODIES_EACH },
        (_, index) => almostFitting(shown, seed + 1_000 * at + index),
      );
    });
    const seen = { accepted: 0, refused: 0 };
    const answers = [
      await answersOf(examples, bodies),
      await mockAnswersOf(examples, bodies),
    ];
    for (const [at, example] of examples.entries()) {
      const ajv = new Ajv2020({
        strict: false,
        allErrors: true,
        formats: { email: true, uri: true },
      });
      addFormats.default(ajv, ["date", "date-time", "uuid"]);
      const fits = ajv.compile(schemaOf([replaced(example)]));
      for (const [index, body] of (bodies[at] ?? []).entries()) {
        const isFitting = fits(replaced(body));
        const errors = (fits.errors ?? []).filter(({ keyword }) => keyword !== "if");
        seen[isFitting ? "accepted" : "refused"]++;
        for (const given of answers) {
          const answer = given[at]?.[index] ?? { status: 0, contentType: null, body: "" };
          const about = `${example} got ${body}: ${answer.status} ${answer.body}, seed ${seed}`;
          equal(answer.status, isFitting ? 201 : 422, about);
          if (isFitting) continue;
          const pointers = problemsIn(answer).map(({ pointer }) => pointer);
          deepEqual(pointers.toSorted(), [...new Set(errors.map(pointerOf))].sort(), about);
        }
      }
    }
    const total = seen.accepted + seen.refused;
    ok(seen.accepted > total / 5 && seen.refused > total / 5, JSON.stringify(seen));
  },
});

Deno.test("the models of bodies have the format of black and ruff, and no lint", async () => {
  const tools = [black, ruffCheck, ruffFormat];
  const examples = [...sampledExamples(), JSON.stringify("\u00e9".repeat(76))];
  const complaints = await withProjects([specOf(examples)], async (folders) => {
    const projects = await Promise.all(folders.map(checkedProject));
    return (await Promise.all(tools.map((tool) => tool(projects)))).flat();
  });
  deepEqual(complaints.map(({ tool, output }) => `${tool}, seed ${seed}\n${output}`), []);
});

/** Bodies of `{"a": 1, "b?": 1.5, "c": null}`, with the responses that they get. */
const SENT: readonly (readonly [what: string, body: string, expected: number | RegExp])[] = [
  ["no body", "", /^ is missing$/],
  ["white space", " ", 400],
  ["null", "null", /^ must be an object$/],
  ["an array", "[]", /^ must be an object$/],
  ["broken JSON", '{"a": 1', 400],
  ["NaN", '{"a": NaN}', 400],
  ["infinity", '{"a": 1, "c": -Infinity}', 400],
  ["a float out of range", '{"a": 1, "b": 1e999}', 400],
  ["an integer with a point", '{"a": 1.0}', /^\/a must be an integer$/],
  ["a boolean as an integer", '{"a": true}', /^\/a must be an integer$/],
  ["a boolean as a number", '{"a": 1, "b": false}', /^\/b must be a number$/],
  ["a digit as text", '{"a": "1"}', /^\/a must be an integer$/],
  ["an integer as a number", '{"a": 1, "b": 2}', 201],
  ["null for an optional member", '{"a": 1, "b": null}', /^\/b must not be null$/],
  ["an integer of 4,300 digits", `{"a": ${"9".repeat(4_300)}}`, 201],
  ["an integer of 4,301 digits", `{"a": ${"9".repeat(4_301)}}`, 400],
  ["an integer beyond the floats", `{"a": 1, "b": ${"9".repeat(400)}}`, /^\/b is too large$/],
  ["a key that comes twice", '{"a": "x", "a": 1}', 201],
  ["a deep value", `{"a": 1, "c": ${"[".repeat(800)}${"]".repeat(800)}}`, 201],
  ["a value that is too deep", `{"a": ${"[".repeat(500_000)}`, 400],
  ["half a surrogate pair as a value", '{"a": 1, "c": "\\ud800"}', 201],
  ["half a surrogate pair as a key", '{"a": 1, "\\ud800": 1}', /^ has a name that is not Unicode$/],
  [
    "several problems",
    '{"x": 1, "b": ""}',
    /^\/a is missing\n\/b must be a number\n\/x is not expected$/,
  ],
];

Deno.test({
  name: "an application reports the problems of a body",
  ignore: IS_WITHOUT_PYDANTIC,
  async fn(context) {
    const example = '{"a": 1, "b?": 1.5, "c": null}';
    const [answers = []] = await answersOf([example], [SENT.map(([, body]) => body)]);
    for (const [at, [what, , expected]] of SENT.entries()) {
      await context.step(what, () => {
        const answer = answers[at] ?? { status: 0, contentType: null, body: "" };
        equal(answer.status, typeof expected === "number" ? expected : 422, answer.body);
        if (typeof expected === "number") return;
        equal(answer.contentType, "application/problem+json");
        const lines = problemsIn(answer).map(({ pointer, detail }) => `${pointer} ${detail}`);
        match(lines.sort().join("\n"), expected);
      });
    }
  },
});
