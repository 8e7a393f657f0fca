// Finds the queries that take lists in the source, and makes arguments for them with empty lists.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import ts from 'typescript';

const root = resolve(import.meta.dirname, '../../..');
const FILES = 'src/lib/server/**/{*queries,transact}.ts';

/** A function that takes the database, and a list or an object with lists. */
interface ListQuery {
  /** its module's path from the root */
  file: string;
  name: string;
  /** all arguments except the database, with empty lists */
  args: unknown[];
}

type Fn = ts.ArrowFunction | ts.FunctionDeclaration;

const UNKNOWN = '0198c6e0-0000-7000-8000-000000000000';
const SCALARS: Partial<Record<ts.SyntaxKind, unknown>> = {
  [ts.SyntaxKind.StringKeyword]: UNKNOWN,
  [ts.SyntaxKind.NumberKeyword]: 0,
  [ts.SyntaxKind.BooleanKeyword]: false,
};
const NAMED: Record<string, unknown> = {
  channel: 'push',
  noun: 'post',
  table: 'posts',
  key: 'id',
  column: 'id',
  names: ['id'],
};

/** Stands for any row of values. */
const anyRow = new Proxy(
  { status: UNKNOWN },
  { get: (_, name) => NAMED[String(name)] ?? (String(name).endsWith('_at') ? 0 : UNKNOWN) },
);

/** The members of an object type that is inline or declared in the same file. */
function membersOf(type: ts.TypeNode): ts.NodeArray<ts.TypeElement> | undefined {
  if (ts.isTypeLiteralNode(type)) return type.members;
  const name = type.getText();
  const found = type
    .getSourceFile()
    .statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  return found && ts.isInterfaceDeclaration(found) ? found.members : undefined;
}

/** A value of a type, and whether it contains a list. */
function emptyValueOf(type: ts.TypeNode): { value: unknown; hasList: boolean } {
  if (ts.isTypeOperatorNode(type)) return emptyValueOf(type.type);
  if (ts.isArrayTypeNode(type)) return { value: [], hasList: true };
  const [first = type] = ts.isUnionTypeNode(type) ? type.types : [];
  const members = membersOf(type)?.filter(ts.isPropertySignature);
  if (!members) return { value: SCALARS[first.kind] ?? anyRow, hasList: false };
  const values = members.flatMap((each) =>
    each.type ? [[each.name.getText(), emptyValueOf(each.type)] as const] : [],
  );
  return {
    value: Object.fromEntries(
      values.map(([name, { value, hasList }]) => [name, hasList ? value : (NAMED[name] ?? value)]),
    ),
    hasList: values.some(([, { hasList }]) => hasList),
  };
}

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** The functions that a statement exports, by name. */
function functionsOf(node: ts.Statement): [string, Fn][] {
  if (!isExported(node)) return [];
  if (ts.isFunctionDeclaration(node)) return [[node.name?.text ?? '', node]];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }): [string, Fn][] =>
    initializer && ts.isArrowFunction(initializer) ? [[name.getText(), initializer]] : [],
  );
}

function readQueries(file: string): ListQuery[] {
  const text = readFileSync(resolve(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap(functionsOf).flatMap(([name, { parameters }]) => {
    const [database, ...types] = parameters.flatMap(({ type }) => type ?? []);
    const values = types.map(emptyValueOf);
    if (database?.getText() !== 'Executor' || !values.some(({ hasList }) => hasList)) return [];
    return [{ file, name, args: values.map(({ value }) => value) }];
  });
}

/** Lists all exported queries that take a list. */
export const findListQueries = (): ListQuery[] =>
  globSync(FILES, { cwd: root }).flatMap(readQueries);
