import { Hono } from 'hono';

import { ApplicationInput, DeclineInput, JoinConfirmation } from '#lib/contract/applications.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { toId } from '#lib/contract/ids.ts';
import { PasswordLinkEntry } from '#lib/contract/password-reset.ts';
import { APPLICATIONS_PATH, sentPath } from '#lib/contract/paths.ts';
import { choosePassword } from '#lib/server/people/password-reset/password-link.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { signInBrowser, writeSignInCookies } from '#lib/server/platform/http/cookies.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { handleGuestForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';
import { handleStaffForm, type StaffForm } from '#lib/server/platform/http/staff-forms.ts';

import { apply } from './apply.ts';
import { confirmApplication } from './confirm.ts';
import { admitApplication, declineApplication } from './service.ts';

/** Chosen by who lives in none of the towns. */
const OUTSIDE = 'outside';

const versionOf = (form: URLSearchParams, name: string): number | null =>
  form.has(name) ? Number(form.get(name)) : null;

async function sendApplication(c: RequestContext, form: URLSearchParams): Promise<string> {
  const textOf = (name: string) => form.get(name) ?? '';
  const town = textOf('town');
  const input = parse(ApplicationInput, {
    first_name: textOf('first_name'),
    last_name: textOf('last_name'),
    email: textOf('email'),
    phone_number: isBlank(textOf('phone_number')) ? null : textOf('phone_number'),
    role: textOf('role'),
    town: town === OUTSIDE ? null : town,
    about: textOf('about'),
    terms_version: versionOf(form, 'terms_version'),
    privacy_version: versionOf(form, 'privacy_version'),
    invitation: c.req.param('code') ?? null,
    proof: textOf('proof') || null,
  });
  const { next } = await apply(c.get('ctx'), input);
  return sentPath(next);
}

/** Takes the password out of the form: it is not shown again. */
function takePassword(form: URLSearchParams): string {
  const password = form.get('password') ?? '';
  form.delete('password');
  return password;
}

async function confirm(c: RequestContext, form: URLSearchParams): Promise<string> {
  const input = parse(JoinConfirmation, {
    token: c.req.param('token'),
    password: takePassword(form),
  });
  const joined = await confirmApplication(c.get('ctx'), input, signInBrowser(c));
  if (joined.state === 'waiting') return sentPath('staff');
  writeSignInCookies(c, joined);
  return '/forums/explore';
}

async function choose(c: RequestContext, form: URLSearchParams): Promise<string> {
  const input = parse(PasswordLinkEntry, {
    token: c.req.param('token'),
    password: takePassword(form),
  });
  await choosePassword(c.get('ctx'), input);
  return '/forgot-password/success';
}

/** The plain forms of the pages on which guests become members. */
export const joinForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/', handleGuestForm(render, sendApplication))
    .post('/:code', handleGuestForm(render, sendApplication))
    .post('/confirm/:token', handleGuestForm(render, confirm))
    .post('/password/:token', handleGuestForm(render, choose));

/** @throws AppError application_not_found */
function idOf({ values }: StaffForm): string {
  const id = toId(values.get('application_id') ?? '');
  if (!id) throw notFound('application');
  return id;
}

const ACTIONS = {
  async admit(ctx: Ctx, form: StaffForm) {
    const { application_id } = await admitApplication(ctx, idOf(form));
    return `${APPLICATIONS_PATH}?done=admit&application=${application_id}`;
  },
  async decline(ctx: Ctx, form: StaffForm) {
    const id = idOf(form);
    const input = parse(DeclineInput, { reason: form.values.get('reason') ?? '' });
    await declineApplication(ctx, id, input);
    return `${APPLICATIONS_PATH}?done=decline&application=${id}`;
  },
};

/** The plain forms of the staff's page of applications. */
export const applicationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleStaffForm(render, ACTIONS));
