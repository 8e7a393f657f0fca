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

const warning = `If this wasn’t you, please change your password and email ${site.contactEmail} right away.`;

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
      `The passkey “${name}” was just added. It can log in to your ${site.name} account without your password.`,
      'If this was you, you’re all set.',
      `${warning} You can see and remove your passkeys at ${origin}${PASSKEYS_PATH}.`,
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
      `The passkey “${name}” was just removed. It can no longer log in to your ${site.name} account. Your password still works.`,
      'If this was you, you’re all set.',
      `${warning} You can see your passkeys at ${origin}${PASSKEYS_PATH}.`,
    ],
  };
}
