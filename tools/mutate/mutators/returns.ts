import type { Expression, Function, Node, TSType } from "@babel/types";
import type { Edit } from "../mutant.ts";
import { type Mutator, replace, textOf } from "../mutator.ts";

/** Types of collections, with the source of an empty one. */
const EMPTY_COLLECTIONS: Readonly<Record<string, string>> = {
  Array: "[]",
  ReadonlyArray: "[]",
  Map: "new Map()",
  ReadonlyMap: "new Map()",
  Set: "new Set()",
  ReadonlySet: "new Set()",
};

/** Replaces a returned value by a simple one of the function's type, such as `null`, `false` or `[]`. */
export const returns: Mutator = (node, { source, ancestors }) => {
  if (node.type === "ArrowFunctionExpression" && node.body.type !== "BlockStatement") {
    return emptyResults(node, node.body, source);
  }
  if (node.type !== "ReturnStatement" || !node.argument) return [];
  const around = ancestors.findLast(isFunction);
  return around === undefined ? [] : emptyResults(around, node.argument, source);
};

function emptyResults(around: Function, result: Expression, source: string): Edit[] {
  if (!("returnType" in around) || around.returnType?.type !== "TSTypeAnnotation") return [];
  const values = emptyValues(around.returnType.typeAnnotation, around.async === true);
  const text = textOf(result, source);
  return values.filter((value) => value !== text).map((value) => replace(result, value));
}

function emptyValues(type: TSType, inPromise: boolean): readonly string[] {
  switch (type.type) {
    case "TSBooleanKeyword":
    case "TSTypePredicate":
      return ["true", "false"];
    case "TSNumberKeyword":
      return ["0"];
    case "TSStringKeyword":
      return ['""'];
    case "TSNullKeyword":
      return ["null"];
    case "TSUndefinedKeyword":
      return ["undefined"];
    case "TSArrayType":
      return ["[]"];
    case "TSTypeOperator":
      return type.operator === "readonly" ? emptyValues(type.typeAnnotation, inPromise) : [];
    case "TSUnionType":
      return type.types.flatMap((each) => emptyValues(each, inPromise));
    case "TSTypeReference":
      return emptyOfReference(type, inPromise);
    default:
      return [];
  }
}

function emptyOfReference(
  { typeName, typeArguments }: Extract<TSType, { type: "TSTypeReference" }>,
  inPromise: boolean,
): readonly string[] {
  if (typeName.type !== "Identifier") return [];
  const [first] = typeArguments?.params ?? [];
  if (typeName.name === "Promise" && inPromise && first !== undefined) {
    return emptyValues(first, false);
  }
  const empty = EMPTY_COLLECTIONS[typeName.name];
  return empty === undefined ? [] : [empty];
}

function isFunction(node: Node): node is Function {
  return node.type === "FunctionDeclaration" || node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression" || node.type === "ObjectMethod" ||
    node.type === "ClassMethod" || node.type === "ClassPrivateMethod";
}
