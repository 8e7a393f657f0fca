import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Email } from '#lib/contract/people/sign-in/auth.ts';
import { Code } from '#lib/contract/people/sign-in/password-reset.ts';
import { text } from '#lib/contract/text.ts';

const NAME = 30;
const COMMUNITY = 60;
const TAGLINE = 120;
const URL_LENGTH = 500;

const name = (max: number) => text({ max, required: 'site_text_required', oneLine: true });

/** Whether a link is empty, or leads to a page over https. */
export const isHttps = (url: string) => url === '' || URL.parse(url)?.protocol === 'https:';

/** What staff set for the site; a language without a tagline has that of lib/messages. */
export const SiteInput = z.object({
  name: name(NAME),
  community: name(COMMUNITY),
  region: name(COMMUNITY),
  /** by language */
  taglines: z._default(
    z.record(z.string().check(z.regex(/^[a-z]{2,3}$/)), text({ max: TAGLINE, oneLine: true })),
    {},
  ),
  contact_email: Email,
  /** where the app is downloaded; empty without one */
  app_download_url: z._default(
    text({ max: URL_LENGTH, oneLine: true }).check(
      z.refine(isHttps, 'app_link_invalid' satisfies ErrorCode),
    ),
    '',
  ),
});
export type SiteInput = z.infer<typeof SiteInput>;

/** The settings of the site, with the version that a change is based on. */
export const SiteState = z.extend(SiteInput, {
  version: z.number(),
  /** a new contact, until the code that was emailed from it and to it is entered; null without one */
  pending_contact: z.nullable(z.string()),
});
export type SiteState = z.infer<typeof SiteState>;

/** A change of the settings, based on a version: what others changed since is not overwritten. */
export const SiteChange = z.extend(SiteInput, { version: z.coerce.number() });
export type SiteChange = z.infer<typeof SiteChange>;

/** The code that proves a new contact. */
export const ContactProof = z.object({ code: Code });
export type ContactProof = z.infer<typeof ContactProof>;
