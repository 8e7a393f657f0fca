import { Hono } from 'hono';

import { SIGN_IN_PHONE_PATH } from '#lib/contract/paths.ts';
import { SignInPhoneInput } from '#lib/contract/people/managed-members.ts';
import { PhoneInput, Profile } from '#lib/contract/people/profile.ts';
import { getProfile } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { LIMITS, setSignInPhone, setSignInPhoneOf } from './service.ts';

/** The phone numbers for logging in. */
export const calls = {
  'PUT /web/account/sign-in-phone': call({
    summary: 'Claim the phone number I would like to log in with: staff confirm it',
    body: PhoneInput,
    response: Profile,
    errors: ['confirmation_required', 'no_changes'],
    limits: [LIMITS.changeSignInPhone],
    run: async (ctx, { body }) => {
      await setSignInPhone(ctx, body.phone_number);
      return getProfile(ctx);
    },
  }),
  'DELETE /web/account/sign-in-phone': call({
    summary: 'Take my claim of a phone number back, or else remove the number I log in with',
    response: Profile,
    errors: ['confirmation_required', 'no_changes', 'phone_needed'],
    limits: [LIMITS.changeSignInPhone],
    run: async (ctx) => {
      await setSignInPhone(ctx, null);
      return getProfile(ctx);
    },
  }),
  'PUT /admin/members/:id/sign-in-phone': call({
    summary: 'Set the phone number that a member logs in with',
    body: SignInPhoneInput,
    errors: [
      'confirmation_required',
      'member_disabled',
      'no_changes',
      'phone_taken',
      'phone_needed',
    ],
    ids: { id: 'member' },
    run: (ctx, { id, body }) => setSignInPhoneOf(ctx, id, body),
  }),
} satisfies Calls;

async function save(ctx: Ctx, { values }: SentForm): Promise<string> {
  const { phone_number } = parse(PhoneInput, { phone_number: values.get('phone_number') ?? '' });
  await setSignInPhone(ctx, phone_number);
  return `${SIGN_IN_PHONE_PATH}?done=claimed`;
}

async function remove(ctx: Ctx): Promise<string> {
  await setSignInPhone(ctx, null);
  return `${SIGN_IN_PHONE_PATH}?done=removed`;
}

/** The plain forms on the page in the account settings. */
export const signInPhoneForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/log-in-phone', handleForms(render, { save, remove }));
