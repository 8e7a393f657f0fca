import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';

/** What a token may do, in words. */
export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Read',
  write: 'Read and write',
};
