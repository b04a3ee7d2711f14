/** The conventions of a route's handlers, which a new handler follows. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import { BoundNames } from "./bound_names.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { decoratorLabel, type HandlerDecorator } from "../code/handler_decorator.ts";
import { generatedForm, type HandlerForm } from "../code/handler_form.ts";
import { missingConventions } from "./missing_conventions.ts";
import { type Neighbour, type Neighbourhood, readNeighbours, ruleVariables } from "./neighbour.ts";
import { returnAnnotation, returnStyle } from "./return_style.ts";
import type { KnownService } from "../code/returned_call.ts";
import { sharedDecorators } from "./shared_decorators.ts";

/** The form of a new handler, and the diagnostics about it. */
export interface Conventions {
  readonly form: HandlerForm;
  /**
   * The parameter that holds the service; `null` if the handler reaches the service in another way.
   */
  readonly service: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the form that a new handler takes from the other handlers of its blueprint.
 *
 * @param modules The modules with handlers of the blueprint, the route's own module first.
 */
export function conventions(
  endpoint: Endpoint,
  modules: readonly [Neighbourhood, ...Neighbourhood[]],
  service: KnownService,
): Conventions {
  const [own, ...others] = modules;
  if (modules.every(isGenerated) && !endpoint.prefix.includes("<")) {
    return { form: generatedForm(endpoint), service: null, diagnostics: [] };
  }
  const near = readNeighbours(own, service);
  const all = [...near, ...others.flatMap((each) => readNeighbours(each, service))];
  const names = new BoundNames(own.module);
  const code = near.flatMap((each) => each.code ?? []);
  const parameter = serviceParameter(all);
  const root = /^\w*/.exec(service.expression ?? "")?.[0];
  const { decorators, parameters } = sharedDecorators(all, {
    variables: ruleVariables(endpoint.prefix),
    names,
    isFree: (name) => name === parameter || name !== root,
  });
  const returned = returnStyle(endpoint, code, names);
  const form: HandlerForm = {
    decorators,
    parameters: parameters.map(({ text }) => text),
    namesEndpoint: decorators.length > 0 && code.length > 0 &&
      code.every(({ hasEndpointName }) => hasEndpointName),
    annotation: returnAnnotation(returned, code, names),
    returned,
  };
  const sentences = [
    ...copied(decorators),
    ...missingConventions(all, form, { method: endpoint.method, names }),
  ];
  return {
    form,
    service: parameters.some(({ name }) => name === parameter) ? parameter : null,
    diagnostics: sentences.map((sentence) => info("handler-conventions", sentence)),
  };
}

/** Matches the parameters of a generated handler, on one line or on several. */
const PARAMETERS = String
  .raw`(?:\w+: \w+(?:, \w+: \w+)*|\r?\n(?: {4}\w+: \w+(?:, \w+: \w+)*,?\r?\n)+)?`;
const ARGUMENTS = String.raw`(?:(?:\w+, )*(?:\w+|json_body\(\w*\)))?`;
const GENERATED_HANDLER = new RegExp(
  String.raw`^def \w+\(${PARAMETERS}\) -> ResponseReturnValue:\r?\n {4}` +
    String.raw`(?:return jsonify\(service\(\)\.\w+\(${ARGUMENTS}\)\)(?:, 2\d\d)?|` +
    String
      .raw`created = service\(\)\.\w+\(${ARGUMENTS}\)\r?\n {4}location = url_for\([^()]*\)\r?\n {4}` +
    String.raw`return jsonify\(created\), 201, \{"Location": location\}|` +
    String.raw`service\(\)\.\w+\(${ARGUMENTS}\)\r?\n {4}return "", 20[45])$`,
);

/**
 * Reports whether all handlers of a module have the generated form, and therefore no conventions of
 * their own. This check handles the usual case in less time than reading the handlers.
 */
function isGenerated({ module, endpoints }: Neighbourhood): boolean {
  const { source, lines, definitions } = module;
  const handlers = definitions.filter(({ decorators }) => decorators.length > 0);
  return handlers.length === endpoints.length &&
    handlers.every(({ header, last, decorators }) =>
      decorators.length === 1 &&
      GENERATED_HANDLER.test(source.slice(lines[header]?.start, lines[last]?.end))
    );
}

/**
 * Returns the parameter through which handlers call the service; `null` if there is none, or if
 * handlers differ.
 */
function serviceParameter(neighbours: readonly Neighbour[]): string | null {
  const calls = neighbours.flatMap(({ code }) =>
    code?.returned ? [{ ...code, ...code.returned }] : []
  );
  const [first] = calls;
  const isShared = calls.every(({ receiver, parameters }) =>
    receiver === first?.receiver && parameters?.some(({ name }) => name === receiver)
  );
  return first !== undefined && isShared ? first.receiver : null;
}

function copied(decorators: readonly HandlerDecorator[]): readonly string[] {
  if (decorators.length === 0) return [];
  const list = decorators.map(decoratorLabel).join(", ");
  return [`Copied ${list} from the other handlers. The new test may need a login`];
}
