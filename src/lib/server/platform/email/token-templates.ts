import { TOKENS_PATH } from '#lib/contract/paths.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import { site } from '#lib/site.ts';

import type { Email } from './templates.ts';

const MAY: Record<TokenScope, string> = {
  read: 'read what you can read',
  write: 'read and write in your name',
};

/**
 * The email after a personal access token was made.
 * @param token without its secret
 * @param origin of the site
 */
export function tokenCreatedEmail(
  member: { email: string; first_name: string; last_name: string },
  token: { name: string; scope: TokenScope },
  origin: string,
): Email {
  const to = { name: `${member.first_name} ${member.last_name}`, address: member.email };
  return {
    to,
    subject: `An access token was created for your ${site.name} account`,
    paragraphs: [
      `Hello ${to.name},`,
      `The access token “${token.name}” was just created. An app that has it can ${MAY[token.scope]}.`,
      'If this was you, you’re all set.',
      `If this wasn’t you, please change your password, which ends all access tokens, and email ${site.contactEmail} right away. You can see your access tokens at ${origin}${TOKENS_PATH}.`,
    ],
  };
}
