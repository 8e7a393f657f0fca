import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import { t } from '#lib/messages/t.ts';

/** The scopes of a token in words. */
export const scopeLabels = (): Record<TokenScope, string> => ({
  read: t('token.read'),
  write: t('token.write'),
});
