import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** What is wrong with a pick-up (docs/product.md, "Pick-ups"). */
export const PICKUP_MESSAGES = {
  pickup_not_found: 'This pick-up no longer exists.',
  own_listing: 'This is your own listing.',
  listing_not_open: 'This is no longer open. Look on the exchange for what is there now.',
  pickup_exists: 'You have already requested for this. Open your pick-ups to see it.',
  pickup_ended: 'This pick-up has ended, and nothing was changed.',
  pickup_not_yours: 'Only the owner of the listing can do this.',
  contact_required:
    'Please add your phone number in Account Settings first: you both see it once you agree.',
  more_than_left: 'This is more than what is left. A smaller amount can be requested.',
  nothing_left:
    'Nothing is left of your listing. Press “Some left” on its post first, or “Not this time” here.',
  listing_changed:
    'Your listing has another material or unit than when this was requested. Press “Not this time”, so that they can request again.',
  amount_without_listing: 'This listing has no amount. Leave it out, and write it as a note.',
  pickup_day_past: 'This day is over. Please choose today or a later one.',
  pickup_day_too_late: 'Please choose a day within 60 days.',
  too_early: 'You can say how it went from the day of the pick-up on.',
  kg_out_of_range: 'Please enter the kilograms from 1 to 1,000,000, without a fraction.',
  kg_required: 'Please enter about how many kilograms it was.',
  reason_required: 'Please say why.',
  reason_invalid: 'Please choose did not come, not as said, or other.',
  result_invalid: 'Please choose taken, part of it, or not.',
} as const satisfies Partial<Record<ErrorCode, string>>;
