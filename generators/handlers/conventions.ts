/** The conventions of a route's handlers, which a new handler follows. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import { BoundNames } from "./bound_names.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { decoratorLabel, type HandlerDecorator } from "../code/handler_decorator.ts";
import { generatedForm, type HandlerForm } from "../code/handler_form.ts";
import { hasContent } from "../../spec/api_spec.ts";
import { missingConventions } from "./missing_conventions.ts";
import { type Neighbour, type Neighbourhood, readNeighbours, ruleVariables } from "./neighbour.ts";
import { returnAnnotation, returnStyle } from "./return_style.ts";
import { isGeneratedHandler } from "./generated_handler.ts";
import type { KnownService } from "../code/returned_call.ts";
import { type SharedDecorators, sharedDecorators } from "./shared_decorators.ts";

/** The form of a handler, and the diagnostics about it. */
export interface KnownForm {
  readonly form: HandlerForm;
  /**
   * The parameter that holds the service; `null` if the handler reaches the service in another way.
   */
  readonly service: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The conventions of a blueprint's handlers. Handlers are read once, when a form depends on them. */
export class Conventions {
  readonly #modules: readonly [Neighbourhood, ...Neighbourhood[]];
  readonly #service: KnownService;
  #near: readonly Neighbour[] | undefined;
  #all: readonly Neighbour[] | undefined;
  #byName: ReadonlyMap<string, readonly Neighbour[]> | undefined;
  #names: BoundNames | undefined;
  #isGenerated: boolean | undefined;

  /** @param modules The modules with handlers of the blueprint, the route's own module first. */
  constructor(modules: readonly [Neighbourhood, ...Neighbourhood[]], service: KnownService) {
    this.#modules = modules;
    this.#service = service;
  }

  /** The handlers in the route's own module. */
  get #own(): readonly Neighbour[] {
    return this.#near ??= readNeighbours(this.#modules[0], this.#service);
  }

  get #handlers(): readonly Neighbour[] {
    return this.#all ??= [
      ...this.#own,
      ...this.#modules.slice(1).flatMap((each) => readNeighbours(each, this.#service)),
    ];
  }

  get #bound(): BoundNames {
    return this.#names ??= new BoundNames(this.#modules[0].module);
  }

  /** Returns the form that a new handler takes from the other handlers. */
  of(endpoint: Endpoint): KnownForm {
    this.#isGenerated ??= this.#modules.every(isGenerated);
    if (this.#isGenerated && !endpoint.prefix.includes("<")) {
      return { form: generatedForm(endpoint), service: null, diagnostics: [] };
    }
    const all = this.#handlers;
    const shared = sharedDecorators(all, {
      variables: ruleVariables(endpoint.prefix),
      names: this.#bound,
      isFree: this.#freeNames(all),
    });
    const known = this.#formOf(endpoint, { near: this.#own, all, shared, fewest: 2 });
    const sentences = [
      ...copied(known.form.decorators),
      ...missingConventions(all, known.form, {
        method: endpoint.method,
        names: this.#bound,
      }),
    ];
    return {
      ...known,
      diagnostics: sentences.map((sentence) => info("handler-conventions", sentence)),
    };
  }

  /**
   * Returns the form that a handler has, to write it again; `null` if that is the generated form, or
   * if no handler has its name. It keeps all its decorators, also those that no other handler could
   * get.
   */
  again(endpoint: Endpoint, name: string): KnownForm | null {
    this.#byName ??= Map.groupBy(this.#handlers, ({ handler }) => handler);
    const handler = this.#byName.get(name)?.[0];
    if (handler === undefined || handler.isGenerated) return null;
    const all = [handler];
    const shared = keptDecorators(handler, endpoint);
    const known = this.#formOf(endpoint, { near: all, all, shared, fewest: 1 });
    return { ...known, diagnostics: lostStyle(handler, known.form, endpoint) };
  }

  /** Returns the function that {@linkcode sharedDecorators} asks for free names. */
  #freeNames(all: readonly Neighbour[]): (name: string) => boolean {
    const parameter = serviceParameter(all);
    const root = /^\w*/.exec(this.#service.expression ?? "")?.[0];
    return (name) => name === parameter || name !== root;
  }

  #formOf(
    endpoint: Endpoint,
    { near, all, shared: { decorators, parameters }, fewest }: FormSource,
  ): Omit<KnownForm, "diagnostics"> {
    const names = this.#bound;
    const code = near.flatMap((each) => each.code ?? []);
    const parameter = serviceParameter(all);
    const returned = returnStyle(endpoint, code, { names, fewest });
    const form: HandlerForm = {
      decorators,
      parameters: parameters.map(({ text }) => text),
      namesEndpoint: decorators.length > 0 && code.length > 0 &&
        code.every(({ hasEndpointName }) => hasEndpointName),
      annotation: returnAnnotation(returned, code, names),
      returned,
    };
    return { form, service: parameters.some(({ name }) => name === parameter) ? parameter : null };
  }
}

/** The handlers from which another one gets its form. */
interface FormSource {
  /** Those of the module that gets the handler. */
  readonly near: readonly Neighbour[];
  readonly all: readonly Neighbour[];
  readonly shared: SharedDecorators;
  /** The number of handlers that make a convention. */
  readonly fewest: number;
}

/** Says that a handler returns its answer in another way, because its own shows no way for the status. */
function lostStyle(
  { handler, code }: Neighbour,
  { returned }: HandlerForm,
  { status }: Endpoint,
): readonly Diagnostic[] {
  const before = code?.returned?.wrapping?.before ?? "jsonify(";
  if (!returned.isDefault || before === "jsonify(" || !hasContent(status)) return [];
  const message =
    `'${handler}' no longer returns ${before}...), which does not show how to write ` +
    `status ${status}`;
  return [info("handler-conventions", message)];
}

/** Returns the decorators of a handler, and the parameters that it cannot do without. */
function keptDecorators(handler: Neighbour, { parameters, prefix }: Endpoint): SharedDecorators {
  const decorators = handler.decorators ?? [];
  const own = new Set(parameters.map(({ variable }) => variable));
  const given = new Set([...ruleVariables(prefix), serviceParameter([handler])]);
  const kept = (handler.code?.parameters ?? []).filter(({ name }) =>
    !own.has(name) && (decorators.length > 0 || given.has(name))
  );
  return { decorators, parameters: kept };
}

/**
 * Reports whether all handlers of a module have the generated form, and therefore no conventions of
 * their own. This check handles the usual case in less time than reading the handlers.
 */
function isGenerated({ module, endpoints }: Neighbourhood): boolean {
  const handlers = module.definitions.filter(({ decorators }) => decorators.length > 0);
  return handlers.length === endpoints.length &&
    handlers.every((each) => isGeneratedHandler(module, each));
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
