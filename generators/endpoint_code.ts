/** The code of one endpoint: a definition per layer, with its imports. */

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
import { pythonLiteral, pythonString } from "../python/literal.ts";
import { hasContent } from "../spec/api_spec.ts";
import { defaultWords } from "../spec/default_answer.ts";
import {
  endpointTestTemplate,
  handlerTemplate,
  repositoryMethodTemplate,
  serviceMethodTemplate,
} from "../templates/mod.ts";
import type { Endpoint } from "./endpoint.ts";
import { exampleUrl } from "./example_url.ts";
import { fitLines } from "./fit_lines.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";
import { generatedForm, type HandlerForm } from "./handler_form.ts";
import { type Annotation, ANY, MOCK_COLUMN, needsDataFile } from "./models.ts";

/** A name imported from a module. */
export interface Import {
  readonly module: string;
  readonly name: string;
  /** Name in the importing module, if it differs. */
  readonly alias?: string;
}

/** A definition and its imports. */
export interface CodePart {
  /** Name of the function or method. */
  readonly name: string;
  /** Lines that end with LF. The lines of methods are indented by 4 spaces. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** Copied code, which stays as it is. */
  readonly copied?: CopiedCode;
}

/** Decorators that are copied to a function. Each ends with LF. */
export interface CopiedCode {
  /** The decorators above the generated ones. */
  readonly above: string;
  /** The decorators below the generated ones. */
  readonly below: string;
}

/** The names and expressions that a handler takes from its module. */
export interface HandlerWiring {
  /** The variable that holds the blueprint. */
  readonly blueprint: string;
  /** An expression for the service. */
  readonly service: string;
  /** An expression for the request's body. */
  readonly body: RequestBody;
  readonly form: HandlerForm;
}

export interface RequestBody {
  readonly expression: string;
  readonly import: Import;
}

/** The request's body, read with the generated helper. */
export const JSON_BODY: RequestBody = {
  expression: "json_body()",
  import: { module: moduleName(REQUEST_BODY_PATH), name: "json_body" },
};

/** Returns the handler of an endpoint. */
export function handlerPart(endpoint: Endpoint, wiring = generatedWiring(endpoint)): CodePart {
  const { handler, method, rule, status, takesBody, serviceMethod } = endpoint;
  const { blueprint, service, body, form } = wiring;
  const { decorators, parameters, namesEndpoint, annotation, returned } = form;
  const code = handlerTemplate({
    blueprint,
    verb: method.toLowerCase(),
    rule,
    namesEndpoint,
    handler,
    parameters: parameters.join(", "),
    annotation: annotation === undefined ? RESPONSE_TYPE.name : annotation ?? "",
    before: returned.before,
    service,
    method: serviceMethod,
    body: takesBody ? body.expression : "",
    after: returned.after,
    status,
    hasContent: hasContent(status),
  });
  const imports = [
    ...(returned.isDefault && hasContent(status) ? [{ module: "flask", name: "jsonify" }] : []),
    ...(annotation === undefined ? [RESPONSE_TYPE] : []),
    ...(takesBody ? [body.import] : []),
  ];
  const part = { name: handler, code: fitLines(code), imports };
  return decorators.length === 0 ? part : { ...part, copied: copiedCode(decorators) };
}

const RESPONSE_TYPE: Import = { module: "flask.typing", name: "ResponseReturnValue" };

function copiedCode(decorators: readonly HandlerDecorator[]): CopiedCode {
  const lines = (isAbove: boolean) =>
    decorators.filter((each) => each.isAbove === isAbove).map(({ text }) => `${text}\n`).join("");
  return { above: lines(true), below: lines(false) };
}

function generatedWiring(endpoint: Endpoint): HandlerWiring {
  const { route } = endpoint;
  return {
    blueprint: blueprintVariable(route),
    service: `${SERVICE_FUNCTION}()`,
    body: JSON_BODY,
    form: generatedForm(endpoint),
  };
}

/** Returns the service's method for an endpoint. The method returns the mock. */
export function serviceMethodPart(endpoint: Endpoint, answer: Annotation): CodePart {
  const { route, serviceMethod, repositoryMethod, takesBody, status, mock } = endpoint;
  const isLoaded = mock !== null && needsDataFile(mock);
  const code = serviceMethodTemplate({
    method: serviceMethod,
    takesBody,
    answer: answer.text,
    repositoryMethod,
    hasContent: hasContent(status),
    mock: isLoaded
      ? `load_mock(${pythonString(dataFileName(route, serviceMethod))})`
      : mock === null
      ? defaultAnswer(endpoint)
      : pythonLiteral(mock, { indent: 8, before: MOCK_COLUMN, after: 0 }),
    isAssigned: isLoaded && answer.text !== ANY.text,
  });
  const imports = typeImports(endpoint, answer);
  if (isLoaded) imports.push({ module: moduleName(MOCKS_PACKAGE_PATH), name: "load_mock" });
  return { name: serviceMethod, code: fitLines(code), imports };
}

/** Returns the repository's method for an endpoint. The project's owners write its body. */
export function repositoryMethodPart(endpoint: Endpoint, answer: Annotation): CodePart {
  const { repositoryMethod: method, takesBody } = endpoint;
  const code = repositoryMethodTemplate({ method, takesBody, answer: answer.text });
  return { name: method, code: fitLines(code), imports: typeImports(endpoint, answer) };
}

function typeImports({ route, takesBody }: Endpoint, answer: Annotation): Import[] {
  const module = moduleName(routePaths(route).model);
  const imports = answer.models.map((name) => ({ module, name }));
  const usesAny = takesBody || /\bAny\b/.test(answer.text);
  return usesAny ? [{ module: "typing", name: "Any" }, ...imports] : imports;
}

function defaultAnswer(endpoint: Endpoint): string {
  const words = defaultWords(endpoint);
  return endpoint.takesBody ? `f"${words}{data}"` : `"${words}"`;
}

/** The data file of a mock that is not written as a literal in code. */
export interface DataFile {
  readonly name: string;
  readonly text: string;
}

/** Maximum depth of indented JSON: indenting deeper mocks could turn megabytes into gigabytes. */
const MOST_INDENTED = 20;

/** Formats a mock as readable JSON. */
export function mockJson(mock: Json): string {
  return stringifyJson(mock, jsonDepth(mock) > MOST_INDENTED ? 0 : 2);
}

/** Returns the data file of an endpoint; `null` if its mock needs none. */
export function dataFile(endpoint: Endpoint): DataFile | null {
  if (endpoint.mock === null || !hasDataFile(endpoint)) return null;
  return { name: dataName(endpoint), text: `${mockJson(endpoint.mock)}\n` };
}

/** Reports whether the mock of an endpoint has a data file. */
export function hasDataFile({ mock }: Endpoint): boolean {
  return mock !== null && needsDataFile(mock);
}

/** Returns the name of the data file of an endpoint's mock. */
export function dataName({ route, serviceMethod }: Endpoint): string {
  return dataFileName(route, serviceMethod);
}

/**
 * Returns the endpoint's test, with a stand-in for the service.
 *
 * @param isJson Whether the response is the service's answer as JSON.
 */
export function testPart(endpoint: Endpoint, isJson = true): CodePart {
  const { serviceMethod, testName: name, takesBody, method, prefix, rule, status } = endpoint;
  const code = endpointTestTemplate({
    name,
    method: serviceMethod,
    verb: method.toLowerCase(),
    url: pythonString(exampleUrl(prefix, rule)),
    takesBody,
    status,
    hasContent: hasContent(status),
    isJson: isJson && hasContent(status),
  });
  return { name, code: fitLines(code), imports: [] };
}
