import { Hono } from 'hono';

import { KEY_FIELD } from '#lib/contract/csrf.ts';
import {
  ListingPage,
  LISTINGS_FRESH_SECONDS,
  ListingSearch,
} from '#lib/contract/exchange/listings/listing-search.ts';
import { ALL_OF_IT } from '#lib/contract/exchange/listings/listing-states.ts';
import {
  Listing,
  ListingChange,
  ListingStatusInput,
} from '#lib/contract/exchange/listings/listings.ts';
import { NewPost } from '#lib/contract/forum/posts.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { personPath, postedPath, stillTherePath } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import { createPost } from '#lib/server/forum/posts/create-post.ts';
import { LIMITS as SEARCH_LIMITS } from '#lib/server/forum/search/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/platform/http/middleware/limit-requests.ts';
import type { UploadLimits } from '#lib/server/platform/http/multipart.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, parseFormKey, readId } from '#lib/server/platform/http/parse-request.ts';

import { exportListings, LIMITS as FILE_LIMITS } from './export-listings.ts';
import { searchListings } from './search-listings.ts';
import {
  changeListingStatus,
  deleteListing,
  extendListing,
  LIMITS,
  putListing,
} from './service.ts';

export const calls = {
  'GET /web/listings': call({
    summary: 'Search the exchange',
    token: true,
    access: 'open',
    query: ListingSearch,
    response: ListingPage,
    errors: ['town_invalid'],
    limits: [SEARCH_LIMITS.search],
    // Members see the owner's name.
    guestSeconds: LISTINGS_FRESH_SECONDS,
    run: (ctx, { query }) => searchListings(ctx, query),
  }),
  'GET /web/listings/csv': call({
    summary: 'Download what a search of the exchange finds',
    token: true,
    query: ListingSearch,
    file: CSV_TYPE,
    errors: ['town_invalid'],
    limits: [FILE_LIMITS.listingsFile, SEARCH_LIMITS.search],
    run: async (ctx, { query }, c) => respondCsv(c, 'listings', await exportListings(ctx, query)),
  }),
  'PUT /web/forum/posts/:id/listing': call({
    summary: 'Add a listing to my post, or change it',
    token: true,
    body: ListingChange,
    response: Listing,
    status: [200, 201],
    errors: [
      'post_not_yours',
      'town_invalid',
      'until_past',
      'until_too_late',
      'repeat_too_long',
      'until_before_round',
      'ready_after_until',
      'agreed_already',
      'less_than_agreed',
      'agreed_on_other_days',
    ],
    limits: [LIMITS.changeListing],
    ids: { id: 'post' },
    actsFor: 'author',
    run: async (ctx, { id, body }, c) => {
      const { listing, isNew } = await putListing(ctx, id, body);
      return c.json({ data: listing }, isNew ? 201 : 200);
    },
  }),
  'DELETE /web/forum/posts/:id/listing': call({
    summary: 'Delete the listing of my post',
    token: true,
    errors: ['post_not_yours', 'listing_not_found'],
    limits: [LIMITS.changeListing],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id }) => deleteListing(ctx, id),
  }),
  'POST /web/forum/posts/:id/listing/status': call({
    summary: 'Say what is left of my listing',
    token: true,
    body: ListingStatusInput,
    response: Listing,
    errors: [
      'post_not_yours',
      'listing_not_found',
      'listing_ended',
      'amount_left_out_of_range',
      'amount_left_required',
      'amount_left_of_gone',
      'amount_left_of_rounds',
      'amount_not_stated',
      'less_than_agreed',
      'agreed_already',
    ],
    limits: [LIMITS.changeListing],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id, body }) => changeListingStatus(ctx, id, body),
  }),
} satisfies Calls;

async function extend(ctx: Ctx, { id: param }: SentForm): Promise<string> {
  const id = readId(param, 'listing');
  await extendListing(ctx, id);
  return stillTherePath(id);
}

const FLAGS = ['truck_access', 'loading_help'] as const;
const STATED = [
  'kind',
  'material',
  'unit',
  'condition',
  'terms',
  'town',
  'barangay',
  'ready_on',
  'until',
] as const;
const CENTAVOS = 100;

/**
 * Checks that a plain form states an amount, or that it is all of it. Programs may leave both out: for them a missing
 * amount has always meant all of it.
 */
function checkAmount(form: URLSearchParams): void {
  const isStated = form.get('listing.amount') || form.get(ALL_OF_IT);
  if (!isStated && form.get('listing.kind') !== 'service')
    throw fieldError('listing.amount', 'amount_or_all');
}

/** Reads the plain form of a new listing; empty fields are null, and an offer without terms is free. */
function readListing(form: URLSearchParams): object {
  const textOf = (name: string) => form.get(`listing.${name}`) || null;
  const usualTerms = textOf('kind') === 'offer' ? 'free' : null;
  const pesos = textOf('terms') === 'price' ? readNumber(textOf('price_centavos')) : null;
  return {
    ...Object.fromEntries(STATED.map((name) => [name, textOf(name)])),
    ...Object.fromEntries(FLAGS.map((name) => [name, textOf(name) !== null])),
    unit: textOf('amount') || pesos !== null ? textOf('unit') : null,
    terms: textOf('terms') ?? usualTerms,
    amount: readNumber(textOf('amount')),
    price_centavos: pesos === null ? null : Math.round(pesos * CENTAVOS),
  };
}

/** The upload limits of the new listing form: one photo. */
const NEW_UPLOAD: UploadLimits = {
  files: 1,
  tooManyFiles: 'too_many_attachments',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 64 * 1024,
  totalBytes: UPLOAD.maxBytes + 256 * 1024,
  fileField: 'attachments.0',
  textFields: [
    KEY_FIELD,
    'for_account',
    'title',
    'description',
    ALL_OF_IT,
    ...[...STATED, ...FLAGS, 'amount', 'price_centavos'].map((name) => `listing.${name}`),
  ],
};

async function add(ctx: Ctx, { values: form, files }: SentForm): Promise<string> {
  checkAmount(form);
  const [title, description] = [form.get('title') ?? '', form.get('description') ?? ''];
  const for_account = form.get('for_account') || null;
  const input = parse(NewPost, { title, description, for_account, listing: readListing(form) });
  const photos = files.map(({ name, bytes }) => [name, bytes.length]);
  const content = JSON.stringify([input, photos]);
  const { post_id } = await createPost(ctx, input, files, await parseFormKey(form, content));
  return for_account ? personPath(for_account) : postedPath(post_id);
}

/** The plain forms that create and extend listings. */
export const listingForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(
      '/new',
      limitConcurrentUploads,
      handleForms(render, { '': { actsFor: 'input', run: add } }, { upload: NEW_UPLOAD }),
    )
    .post('/:id/still-there', handleForms(render, { '': { actsFor: 'author', run: extend } }));
