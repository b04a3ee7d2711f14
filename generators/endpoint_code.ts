/** The code of one endpoint: a definition for each layer, with what it needs imported. */

import { type Json, jsonDepth, stringifyJson } from "../core/json.ts";
import {
  blueprintVariable,
  dataFileName,
  MOCKS_PACKAGE_PATH,
  REQUEST_BODY_PATH,
  routePaths,
  SERVICE_FUNCTION,
} from "../project/layout.ts";
import { moduleName } from "../project/module_names.ts";
import { type Code, columns, flat, layout, LINE_WIDTH } from "../python/layout.ts";
import { pythonLiteral, pythonString } from "../python/literal.ts";
import {
  endpointTestTemplate,
  handlerTemplate,
  repositoryMethodTemplate,
  serviceMethodTemplate,
} from "../templates/mod.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Annotation, ANY, MOCK_COLUMN, needsDataFile } from "./models.ts";

/** A name imported from a module. */
export interface Import {
  readonly module: string;
  readonly name: string;
  /** Its name in the importing module, if it has another there. */
  readonly alias?: string;
}

/** A definition, and the imports that it needs. */
export interface CodePart {
  /** The function's or method's name. */
  readonly name: string;
  /** Lines that end with LF; a method's are indented by 4. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** What a handler uses of its module. */
export interface HandlerWiring {
  /** The variable that holds the blueprint. */
  readonly blueprint: string;
  /** An expression for the service. */
  readonly service: string;
  /** An expression for the request's body. */
  readonly body: RequestBody;
}

export interface RequestBody {
  readonly expression: string;
  readonly import: Import;
}

/** Our own reading of a request's body. */
export const JSON_BODY: RequestBody = {
  expression: "json_body()",
  import: { module: moduleName(REQUEST_BODY_PATH), name: "json_body" },
};

/** The function that answers a request. */
export function handlerPart(endpoint: Endpoint, wiring = generatedWiring(endpoint)): CodePart {
  const { handler, method, rule, takesBody, serviceMethod, status } = endpoint;
  const { blueprint, service, body } = wiring;
  const decorator = `@${blueprint}.${method.toLowerCase()}(`;
  const call: Code = {
    head: `${service}.${serviceMethod}(`,
    parts: takesBody ? [body.expression] : [],
    tail: ")",
  };
  const code = handlerTemplate({
    decorator: layout({ head: decorator, parts: [pythonString(rule)], tail: ")" }),
    signature: parameterless(handler, "ResponseReturnValue"),
    answer: status === 201 ? createdAnswer(call) : layout(jsonifyCall("return ", call), 4),
  });
  const imports = [
    { module: "flask", name: "jsonify" },
    { module: "flask.typing", name: "ResponseReturnValue" },
  ];
  if (takesBody) imports.push(body.import);
  return { name: handler, code, imports };
}

function generatedWiring({ route }: Endpoint): HandlerWiring {
  return { blueprint: blueprintVariable(route), service: `${SERVICE_FUNCTION}()`, body: JSON_BODY };
}

function jsonifyCall(before: string, call: Code): Code {
  return { head: `${before}jsonify(`, parts: [call], tail: ")" };
}

function createdAnswer(call: Code): string {
  const line = `${flat(jsonifyCall("return ", call))}, 201`;
  if (columns(line) + 4 <= LINE_WIDTH) return line;
  return `return (\n        ${layout(jsonifyCall("", call), 8, 1)},\n        201,\n    )`;
}

/** The header of a function without parameters; broken, its return type is in parentheses. */
export function parameterless(name: string, returns: string): string {
  const line = `def ${name}() -> ${returns}:`;
  if (columns(line) <= LINE_WIDTH) return line;
  return `def ${name}() -> (\n    ${returns}\n):`;
}

/** The service's method, which answers with the mock. */
export function serviceMethodPart(endpoint: Endpoint, answer: Annotation): CodePart {
  const { serviceMethod, repositoryMethod, takesBody, mock } = endpoint;
  const loaded = mock !== null && needsDataFile(mock);
  const code = serviceMethodTemplate({
    signature: methodSignature(serviceMethod, takesBody, answer),
    repositoryCall: `${repositoryMethod}(${takesBody ? "data" : ""})`,
    answer: mockAnswer(endpoint, answer),
  });
  const imports = typeImports(endpoint, answer);
  if (loaded) imports.push({ module: moduleName(MOCKS_PACKAGE_PATH), name: "load_mock" });
  return { name: serviceMethod, code, imports };
}

/** The repository's method, which is for people to write. */
export function repositoryMethodPart(endpoint: Endpoint, answer: Annotation): CodePart {
  const { repositoryMethod, takesBody } = endpoint;
  const signature = methodSignature(repositoryMethod, takesBody, answer);
  return {
    name: repositoryMethod,
    code: repositoryMethodTemplate({ signature }),
    imports: typeImports(endpoint, answer),
  };
}

function typeImports({ route, takesBody }: Endpoint, answer: Annotation): Import[] {
  const module = moduleName(routePaths(route).model);
  const imports = answer.models.map((name) => ({ module, name }));
  const usesAny = takesBody || /\bAny\b/.test(answer.text);
  return usesAny ? [{ module: "typing", name: "Any" }, ...imports] : imports;
}

function methodSignature(name: string, takesBody: boolean, answer: Annotation): string {
  const [head, tail] = [`def ${name}(`, `) -> ${answer.text}:`];
  if (takesBody) return layout({ head, parts: ["self", "data: Any"], tail }, 4);
  const line = `${head}self${tail}`;
  // A lone `self` gets the comma that other lone parts do not.
  return columns(line) + 4 <= LINE_WIDTH ? line : `${head}\n        self,\n    ${tail}`;
}

function mockAnswer(endpoint: Endpoint, answer: Annotation): string {
  const { mock } = endpoint;
  if (mock === null) return returnLine(defaultAnswer(endpoint));
  if (needsDataFile(mock)) {
    const name = pythonString(dataFileOf(endpoint));
    const load = (before: string) =>
      layout({ head: `${before}load_mock(`, parts: [name], tail: ")" }, 8);
    if (answer.text === ANY.text) return load("return ");
    return `${load(`mock: ${answer.text} = `)}\n        return mock`;
  }
  const literal = pythonLiteral(mock, { indent: 8, before: MOCK_COLUMN, after: 0 });
  return mock.kind === "array" || mock.kind === "object"
    ? `return ${literal}`
    : returnLine(literal);
}

/** Parentheses where they are just what makes the expression fit. */
function returnLine(expression: string): string {
  const fits = MOCK_COLUMN + expression.length <= LINE_WIDTH;
  if (fits || 12 + expression.length > LINE_WIDTH) return `return ${expression}`;
  return `return (\n            ${expression}\n        )`;
}

function defaultAnswer(endpoint: Endpoint): string {
  const words = defaultWords(endpoint);
  return endpoint.takesBody ? `f"${words}{data}"` : `"${words}"`;
}

/** What an endpoint without a mock answers; one that takes a body adds what it was sent. */
export function defaultWords({ route, subroute, method }: Endpoint): string {
  const what = subroute === null ? route : `${subroute} for ${route}`;
  switch (method) {
    case "GET":
      return `Your ${subroute ?? route} route is working!`;
    case "POST":
      return `Successfully created ${what} with data: `;
    case "PUT":
      return `Successfully updated ${what} with data: `;
    case "DELETE":
      return `Successfully deleted ${what}`;
  }
}

function dataFileOf({ route, serviceMethod }: Endpoint): string {
  return dataFileName(route, serviceMethod);
}

/** A mock's file in `api/mocks`, for an endpoint whose mock is no literal. */
export interface DataFile {
  readonly name: string;
  readonly text: string;
}

/** Deeper mocks are mostly margin when they are laid out: a few megabytes of brackets become gigabytes. */
const MOST_INDENTED = 20;

/** A mock as JSON for people to read. */
export function mockJson(mock: Json): string {
  return stringifyJson(mock, jsonDepth(mock) > MOST_INDENTED ? 0 : 2);
}

/** The data file of an endpoint, if its mock needs one. */
export function dataFile(endpoint: Endpoint): DataFile | null {
  if (endpoint.mock === null || !needsDataFile(endpoint.mock)) return null;
  return { name: dataFileOf(endpoint), text: `${mockJson(endpoint.mock)}\n` };
}

/** The endpoint's test, with a stand-in for the service. */
export function testPart(endpoint: Endpoint): CodePart {
  const { serviceMethod, testName: name, takesBody, method, prefix, rule, status } = endpoint;
  const url = pythonString(prefix + rule);
  const call = `service.${serviceMethod}`;
  const code = endpointTestTemplate({
    signature: layout({
      head: `def ${name}(`,
      parts: ["client: FlaskClient", "service: Mock"],
      tail: ") -> None:",
    }),
    standIn: layout({
      head: `${call}.return_value = {`,
      parts: ['"from": "the service"'],
      tail: "}",
    }, 4),
    request: layout({
      head: `response = client.${method.toLowerCase()}(`,
      parts: takesBody ? [url, 'json={"from": "the client"}'] : [url],
      tail: ")",
    }, 4),
    sent: takesBody
      ? layout({
        head: `${call}.assert_called_once_with(`,
        parts: ['{"from": "the client"}'],
        tail: ")",
      }, 4)
      : "",
    status,
  });
  return { name, code, imports: [] };
}
