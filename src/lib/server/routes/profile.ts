import { Hono } from 'hono';

import { PasswordChange } from '#lib/contract/passwords.ts';
import { AVATAR, NameInput, PhoneInput } from '#lib/contract/profile.ts';
import { changeAvatar } from '#lib/server/domain/avatars.ts';
import { changePassword } from '#lib/server/domain/passwords.ts';
import { changePhone, readProfile, renameSelf } from '#lib/server/domain/profile.ts';
import { writeCookie } from '#lib/server/pipeline/cookies.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { readMultipart } from '#lib/server/pipeline/multipart.ts';
import { readJson } from '#lib/server/pipeline/read.ts';
import { limitUploads } from '#lib/server/pipeline/uploads.ts';

const UPLOAD_LIMITS = {
  files: 1,
  fileBytes: AVATAR.maxBytes,
  textBytes: 1024,
  totalBytes: AVATAR.maxBytes + 64 * 1024,
  fileField: AVATAR.field,
  textFields: [],
} as const;

/** One's own account (spec 7). */
export const profile = new Hono<Env>()
  .get('/profile', async (c) => c.json({ data: await readProfile(c.get('ctx')) }))
  .patch('/profile', async (c) => {
    const name = await readJson(c, NameInput);
    return c.json({ data: await renameSelf(c.get('ctx'), name) });
  })
  .patch('/phone', async (c) => {
    const phone = await readJson(c, PhoneInput);
    return c.json({ data: await changePhone(c.get('ctx'), phone) });
  })
  .patch('/password', async (c) => {
    const device = await changePassword(c.get('ctx'), await readJson(c, PasswordChange));
    writeCookie(c, 'device', device);
    return c.json({ data: await readProfile(c.get('ctx')) });
  })
  .patch('/avatar', limitUploads, async (c) => {
    const { files } = await readMultipart(c.req.raw, UPLOAD_LIMITS);
    return c.json({ data: await changeAvatar(c.get('ctx'), files[0] ?? null) });
  });
