/** The form of a new handler. */

import type { Endpoint } from "./endpoint.ts";
import type { HandlerDecorator } from "./handler_decorator.ts";

/** The parts of a new handler that depend on the other handlers of its route. */
export interface HandlerForm {
  /** Copied decorators, outermost first. */
  readonly decorators: readonly HandlerDecorator[];
  /** The handler's parameters, such as `shop_id: int`. */
  readonly parameters: readonly string[];
  /**
   * Whether the route decorator names the endpoint. Otherwise, Flask takes the name of the
   * decorated function.
   */
  readonly namesEndpoint: boolean;
  /**
   * The return annotation; `null` for none, and `undefined` for the one that generated handlers
   * have.
   */
  readonly annotation: string | null | undefined;
  readonly returned: ReturnStyle;
}

/** Returns the form of generated handlers. */
export function generatedForm(endpoint: Pick<Endpoint, "status">): HandlerForm {
  return {
    decorators: [],
    parameters: [],
    namesEndpoint: false,
    annotation: undefined,
    returned: defaultReturn(endpoint),
  };
}

/** The code around the service's answer. */
export interface ReturnStyle {
  /** The code before the call, such as `jsonify(`. */
  readonly before: string;
  /** The code after the call, such as `), 201`. */
  readonly after: string;
  /** Whether the code is generated, and needs an import of `jsonify`. */
  readonly isDefault: boolean;
  /** Whether the response is known to be the service's answer as JSON. */
  readonly isJson: boolean;
}

/** Returns the style of generated handlers. */
export function defaultReturn({ status }: Pick<Endpoint, "status">): ReturnStyle {
  const after = status === 200 ? ")" : `), ${status}`;
  return { before: "jsonify(", after, isDefault: true, isJson: true };
}
