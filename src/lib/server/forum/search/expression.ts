/** A word that must be there: as it is, or at the beginning of a word. Lower case, without accents and punctuation. */
interface Term {
  term: string;
  isPrefix: boolean;
}

/** A condition on a text, independent of the database; each database renders it in its own query language. */
export type Expression = Term | { all: Expression[] } | { any: Expression[] };

/** What posts must contain, and must not contain. */
export interface TextQuery {
  match: Expression;
  not: Expression | null;
}

export const exactTerm = (term: string): Expression => ({ term, isPrefix: false });
export const prefixTerm = (term: string): Expression => ({ term, isPrefix: true });

/** Each lookup takes time. */
const unique = (parts: Expression[]): Expression[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];

const single = (parts: Expression[], combined: Expression): Expression =>
  parts.length === 1 && parts[0] ? parts[0] : combined;

/** @param parts at least one */
export function allOf(parts: Expression[]): Expression {
  const different = unique(parts);
  return single(different, { all: different });
}

/** @param parts at least one */
export function anyOf(parts: Expression[]): Expression {
  const different = unique(parts.flatMap((part) => ('any' in part ? part.any : part)));
  return single(different, { any: different });
}

/** How a database renders expressions. */
interface Syntax {
  term: (term: Term) => string;
  and: string;
  or: string;
  not: string;
}

/** @returns an expression in the language of a database's text search */
export function writeExpression(expression: Expression, syntax: Syntax): string {
  if ('term' in expression) return syntax.term(expression);
  const parts = 'all' in expression ? expression.all : expression.any;
  const operator = 'all' in expression ? syntax.and : syntax.or;
  return `(${parts.map((part) => writeExpression(part, syntax)).join(operator)})`;
}

/** @returns a query in the language of a database's text search */
export function writeQuery({ match, not }: TextQuery, syntax: Syntax): string {
  const written = writeExpression(match, syntax);
  return not ? `(${written}${syntax.not}${writeExpression(not, syntax)})` : written;
}
