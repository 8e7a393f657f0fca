import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listing-states.ts';
import { MAX_AMOUNT, MAX_PESOS } from '#lib/contract/exchange/listings.ts';
import {
  MAX_REASONS,
  MAX_SUSPENSION_DAYS,
  QUARANTINE_DAYS,
} from '#lib/contract/moderation/moderation.ts';

/** What is wrong with an application, an invitation or a consent (docs/product.md, "Joining"). */
export const JOINING_MESSAGES = {
  application_not_found: 'This application no longer exists.',
  application_decided: 'Someone has already decided on this application. Reload the list.',
  decline_reason_required: 'Please say why. The applicant gets this by email.',
  note_required: 'Please say who the invitation is for.',
  invitation_too_long: 'Please choose a last day within a year.',
  uses_out_of_range: 'Please enter how many people can join: 1 to 500.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const format = (n: number) => n.toLocaleString('en');

/** What is wrong with a listing (docs/product.md, "Listings"). */
export const LISTING_MESSAGES = {
  listing_not_found: 'This post has no listing.',
  kind_invalid: 'Please choose an offer, a need, or a service.',
  material_invalid: 'Please choose a material from the list.',
  amount_out_of_range: `Please enter an amount from 1 to ${format(MAX_AMOUNT)}, as a whole number.`,
  unit_invalid: 'Please choose kg, sack, bundle, bale, truckload, or piece.',
  unit_required: 'Please choose a unit for the amount and the price, like kg or bale.',
  condition_invalid: 'Please choose dry, damp, wet, or fresh.',
  terms_invalid: 'Please choose free, a price, or a trade.',
  price_required: 'Please enter the price per unit.',
  price_out_of_range: `Please enter a price from 0.01 to ${format(MAX_PESOS)} pesos.`,
  price_without_terms: 'To set a price, choose “price” as the terms. Or leave the price out.',
  town_invalid: 'Please choose a town from the list.',
  day_invalid: 'Please enter a day, like 2026-11-28.',
  until_past: 'This day has passed. Please choose today or a later day.',
  until_too_late: `Please choose a last day within ${LISTING_DAYS.max} days.`,
  ready_after_until: 'It has to be ready by the last day. Please choose an earlier day.',
  radius_invalid: 'Please choose 10, 25, or 50 km, or any distance.',
  free_invalid: 'Please send free=1, or leave it out.',
  listing_order_invalid: 'Please choose nearest, newest, or ending.',
  listing_status_invalid: 'Please choose open, promised, gone, or withdrawn.',
  listing_ended: 'This listing’s last day has passed. Choose a new one to open it again.',
  amount_left_out_of_range:
    'Please enter how much is left: a whole number, no more than the amount.',
  amount_left_required: 'Please enter how much is left, or choose “gone”.',
  amount_left_of_gone: 'Nothing is left once it’s gone. Leave the amount out, or choose “open”.',
  agreed_already: 'There’s an agreed pickup for this. Call it off first, or leave this as it is.',
  less_than_agreed:
    'You’ve already promised more than this. Please enter at least what you’ve promised.',
  amount_not_stated:
    'This listing has no amount. Leave out how much is left, or add an amount first.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** What is wrong with a report, a decision, or what is written about it (docs/product.md, "Moderation"). */
export const MODERATION_MESSAGES = {
  comment_not_found: 'This comment no longer exists.',
  own_comment_report: 'You cannot report your own comment.',
  own_report: 'You cannot report yourself.',
  comment_already_reported: 'You have already reported this comment.',
  member_already_reported: 'You have already reported this member.',
  action_invalid: 'Please choose what to do.',
  decision_reason_required: 'Please choose a reason, or write one.',
  reason_not_found: 'This reason is no longer on the list. Please choose another one.',
  reason_text_required: 'Please write the reason.',
  reason_exists: 'This reason is already on the list.',
  too_many_reasons: `The list can have at most ${MAX_REASONS} reasons. Remove one first.`,
  days_out_of_range: `Please choose 1 to ${MAX_SUSPENSION_DAYS} days.`,
  nothing_to_remove: 'There’s nothing to remove. It was already changed or removed.',
  decision_not_found: 'This decision no longer exists.',
  already_replied: 'You have already replied to this decision.',
  no_reply: 'The member hasn’t replied.',
  already_responded: 'Someone has already responded to this reply.',
  not_reversible: `This can no longer be undone. What was removed can be put back for ${QUARANTINE_DAYS} days, as long as what it belongs to still exists.`,
  not_closed: 'The member can already choose a new one.',
  post_pending:
    'Our staff reviews this post before it’s published. Until then, you can only read and delete it.',
  pending_post_not_found: 'This post is no longer waiting for review.',
} as const satisfies Partial<Record<ErrorCode, string>>;

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
