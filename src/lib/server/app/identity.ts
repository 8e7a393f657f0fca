import { requireAccessToken } from '#lib/server/people/auth/access-tokens.ts';
import { confirmPassword } from '#lib/server/people/confirmations/service.ts';
import { requireConsents } from '#lib/server/people/consents/service.ts';
import { findTokenViewer } from '#lib/server/people/personal-tokens/find-token-viewer.ts';
import { findViewer } from '#lib/server/people/sessions/service.ts';
import type { Identity } from '#lib/server/platform/context.ts';

/** The people behind requests. */
export const IDENTITY: Identity = {
  findViewer,
  findTokenViewer,
  requireAccessToken,
  requireConsents,
  confirmPassword,
};
