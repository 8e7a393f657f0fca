import type { ListingInput } from '#lib/contract/listings.ts';
import type { ListingTable } from '#lib/server/db/schema.ts';
import { fieldError } from '#lib/server/errors.ts';

/**
 * Checks that a listing still has what others agreed to: its material, its unit, and at least the amount.
 * @param agreed null when nothing is
 * @throws AppError agreed_already, about `material`, `unit` or `amount`
 */
export function checkAgreed(
  row: ListingTable,
  { material, unit, amount }: ListingInput,
  agreed: { amount: number } | null,
): void {
  if (!agreed) return;
  if (material !== row.material) throw fieldError('material', 'agreed_already');
  if (unit !== row.unit) throw fieldError('unit', 'agreed_already');
  if ((amount === null) !== (row.amount === null)) throw fieldError('amount', 'agreed_already');
  if (amount !== null && amount < agreed.amount) throw fieldError('amount', 'less_than_agreed');
}
