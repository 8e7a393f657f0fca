import { Hono } from 'hono';

import { PasswordChange } from '#lib/contract/passwords.ts';
import { NameInput, PhoneInput, TownInput } from '#lib/contract/profile.ts';
import { changePassword } from '#lib/server/auth/change-password.ts';
import { writeCookie } from '#lib/server/http/cookies.ts';
import type { Env } from '#lib/server/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/http/middleware/limit-concurrent-uploads.ts';
import { readMultipart } from '#lib/server/http/multipart.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { updateAvatar } from './avatar.ts';
import { updatePhone, getProfile, removeBirthdate, updateName, updateTown } from './service.ts';
import { AVATAR_UPLOAD } from './upload-limits.ts';

export const profile = new Hono<Env>()
  .get('/profile', async (c) => c.json({ data: await getProfile(c.get('ctx')) }))
  .patch('/profile', async (c) => {
    const name = await parseJson(c, NameInput);
    return c.json({ data: await updateName(c.get('ctx'), name) });
  })
  .patch('/phone', async (c) => {
    const phone = await parseJson(c, PhoneInput);
    return c.json({ data: await updatePhone(c.get('ctx'), phone) });
  })
  .patch('/town', async (c) => {
    const town = await parseJson(c, TownInput);
    return c.json({ data: await updateTown(c.get('ctx'), town) });
  })
  .delete('/birthdate', async (c) => c.json({ data: await removeBirthdate(c.get('ctx')) }))
  .patch('/password', async (c) => {
    const change = await parseJson(c, PasswordChange);
    const { session, device } = await changePassword(c.get('ctx'), change);
    writeCookie(c, 'session', session);
    writeCookie(c, 'device', device);
    return c.json({ data: await getProfile(c.get('ctx')) });
  })
  .patch('/avatar', limitConcurrentUploads, async (c) => {
    const { files } = await readMultipart(c.req.raw, AVATAR_UPLOAD);
    return c.json({ data: await updateAvatar(c.get('ctx'), files[0] ?? null) });
  });
