import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** What is wrong with a pickup (docs/product.md, "Pickups"). */
export const PICKUP_MESSAGES = {
  pickup_not_found: 'This pickup no longer exists.',
  own_listing: 'This is your own listing.',
  listing_not_open: 'This is no longer open. See what’s available on the exchange.',
  pickup_exists: 'You’ve already sent a request for this. Open your pickups to see it.',
  pickup_ended: 'This pickup has ended, so nothing was changed.',
  pickup_not_yours: 'Only the owner of the listing can do this.',
  contact_required:
    'Please add your phone number in Account Settings first. You’ll both see each other’s number once you agree.',
  more_than_left: 'That’s more than what’s left. Please enter a smaller amount.',
  nothing_left:
    'Your listing has nothing left. Tap “Some left” on its post first, or “Not this time” here.',
  listing_changed:
    'Your listing’s material or unit has changed since this request. Tap “Not this time” so they can request again.',
  amount_without_listing:
    'This listing has no amount. Leave the amount out, and write it in your note.',
  pickup_day_past: 'This day has passed. Please choose today or a later day.',
  pickup_day_too_late: 'Please choose a day within 60 days.',
  pickup_day_before_ready: ({ value }: { value?: string }) =>
    `It’s ready on ${value}. Please choose that day or a later one.`,
  pickup_day_after_until: ({ value }: { value?: string }) =>
    `The last day is ${value}. Please choose that day or an earlier one.`,
  too_early: 'You can say how it went starting on the day of the pickup.',
  kg_out_of_range: 'Please enter the kilograms from 1 to 1,000,000, as a whole number.',
  kg_required: 'Please enter about how many kilograms it was.',
  place_required: 'Please write where exactly to meet.',
  reason_required: 'Please say why.',
  reason_invalid: 'Please choose did not come, not as described, or another reason.',
  result_invalid: 'Please choose all, part, or none of it.',
} as const satisfies Partial<Record<ErrorCode, string | ((params: { value?: string }) => string)>>;
