import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import { site } from '#lib/site.ts';

import type { Email } from './templates.ts';

/** Whom an email is for. */
interface Recipient {
  email: string;
  first_name: string;
  last_name: string;
}

const toRecipient = ({ email, first_name, last_name }: Recipient): Email['to'] => ({
  name: `${first_name} ${last_name}`,
  address: email,
});

const warning = `If this was not you, please change your password and write to ${site.contactEmail} immediately.`;

/**
 * The email after a passkey was added.
 * @param origin of the site
 */
export function passkeyAddedEmail(member: Recipient, name: string, origin: string): Email {
  const to = toRecipient(member);
  return {
    to,
    subject: `A passkey was added to your ${site.name} account`,
    paragraphs: [
      `Hello ${to.name},`,
      `The passkey “${name}” was added a moment ago. It opens your ${site.name} account without your password.`,
      'If this was you, no action is needed.',
      `${warning} Your passkeys are at ${origin}${PASSKEYS_PATH}; there you can remove them.`,
    ],
  };
}

/**
 * The email after a passkey was removed.
 * @param origin of the site
 */
export function passkeyRemovedEmail(member: Recipient, name: string, origin: string): Email {
  const to = toRecipient(member);
  return {
    to,
    subject: `A passkey was removed from your ${site.name} account`,
    paragraphs: [
      `Hello ${to.name},`,
      `The passkey “${name}” was removed a moment ago. It does not open your ${site.name} account any more. Your password works as before.`,
      'If this was you, no action is needed.',
      `${warning} Your passkeys are at ${origin}${PASSKEYS_PATH}.`,
    ],
  };
}
