// Supports empty lists: PostgreSQL rejects `in ()`, and both databases reject an insert without rows.
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

/** @returns the replacement of a comparison with an empty list; null for other comparisons */
function emptyComparison({ operator, rightOperand }: BinaryOperationNode): string | null {
  if (!isEmptyList(rightOperand) || !OperatorNode.is(operator)) return null;
  return { in: 'false', 'not in': 'true' }[operator.operator as string] ?? null;
}

/** Whether an insert has no rows. */
export const insertsNothing = ({ values }: InsertQueryNode): boolean =>
  values !== undefined && ValuesNode.is(values) && values.values.length === 0;

/** The replacement of an insert without rows. */
export const INSERT_NOTHING = 'select 1 where 1 = 0';

/** Kysely's PostgreSQL compiler with support for empty lists. Kysely's own plugin ignores subqueries. */
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
