import { Hono } from 'hono';

import { ListingInput, ListingStatusInput } from '#lib/contract/listings.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { changeListingStatus } from './change-status.ts';
import { deleteListing, putListing } from './service.ts';

export const listings = new Hono<Env>()
  .put('/posts/:id/listing', async (c) => {
    const id = parseId(c, 'post');
    const input = await parseJson(c, ListingInput);
    const { listing, isNew } = await putListing(c.get('ctx'), id, input);
    return c.json({ data: listing }, isNew ? 201 : 200);
  })
  .delete('/posts/:id/listing', async (c) => {
    await deleteListing(c.get('ctx'), parseId(c, 'post'));
    return c.json({ data: null });
  })
  .post('/posts/:id/listing/status', async (c) => {
    const id = parseId(c, 'post');
    const input = await parseJson(c, ListingStatusInput);
    return c.json({ data: await changeListingStatus(c.get('ctx'), id, input) });
  });
