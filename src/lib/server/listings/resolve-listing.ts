import { addDays } from '#lib/contract/days.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { LISTING_DAYS } from '#lib/contract/listing-days.ts';
import type { ListingInput } from '#lib/contract/listings.ts';
import type { Services } from '#lib/server/context.ts';
import { validationError } from '#lib/server/errors.ts';
import { isTown } from '#lib/server/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

/** A listing whose town and days were checked. */
export type ResolvedListing = ListingInput & { until: string };

type Problem = [field: keyof ListingInput, code: ErrorCode];

function findProblems({ town, ready_on, until }: ResolvedListing, today: string): Problem[] {
  const problems: Problem[] = [];
  if (!isTown(town)) problems.push(['town', 'town_invalid']);
  if (until < today) problems.push(['until', 'until_past']);
  else if (until > addDays(today, LISTING_DAYS.max)) problems.push(['until', 'until_too_late']);
  else if (ready_on && ready_on > until) problems.push(['ready_on', 'ready_after_until']);
  return problems;
}

/**
 * Checks what a schema cannot, the town and the days, and adds the default last day.
 * @param formField the field of the form that has the listing, if it has one
 * @throws AppError invalid
 */
export function resolveListing(
  { now }: Services,
  input: ListingInput,
  ...formField: string[]
): ResolvedListing {
  const today = regionDay(now());
  const listing = { ...input, until: input.until ?? addDays(today, LISTING_DAYS.default) };
  const problems = findProblems(listing, today);
  if (problems.length === 0) return listing;
  throw validationError(
    problems.map(([field, message]) => ({ path: [...formField, field], message })),
  );
}
