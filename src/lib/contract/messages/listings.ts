import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listing-days.ts';
import { MAX_AMOUNT, MAX_PESOS } from '#lib/contract/exchange/listings.ts';

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
