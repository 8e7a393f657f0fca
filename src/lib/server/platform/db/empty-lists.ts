// A list may be empty: PostgreSQL takes no `in ()`, and neither database an insert without rows.
import {
  type BinaryOperationNode,
  type InsertQueryNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  ValuesNode,
} from 'kysely';

const isEmptyList = (node: BinaryOperationNode['rightOperand']): boolean =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;

/** @returns what replaces a comparison with an empty list; null for any other */
function emptyComparison({ operator, rightOperand }: BinaryOperationNode): string | null {
  if (!isEmptyList(rightOperand) || !OperatorNode.is(operator)) return null;
  return { in: 'false', 'not in': 'true' }[operator.operator as string] ?? null;
}

/** Whether an insert has no rows. */
export const insertsNothing = ({ values }: InsertQueryNode): boolean =>
  values !== undefined && ValuesNode.is(values) && values.values.length === 0;

/** What replaces an insert without rows: it returns none. */
export const INSERT_NOTHING = 'select 1 where 1 = 0';

/** Kysely's compiler for PostgreSQL, which takes empty lists. Its own plugin for them leaves out those in subqueries. */
export class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const replacement = emptyComparison(node);
    if (replacement) this.append(replacement);
    else super.visitBinaryOperation(node);
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    if (insertsNothing(node)) this.append(INSERT_NOTHING);
    else super.visitInsertQuery(node);
  }
}
