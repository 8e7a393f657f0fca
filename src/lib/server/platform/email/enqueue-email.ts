import { SOURCE } from '#lib/messages/codes.ts';
import { currentLanguage } from '#lib/messages/t.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { EMAIL_TO_ADDRESS, insertDeliveries } from '#lib/server/platform/deliveries/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { type Addressee, type Email, toRecipient } from './email.ts';

// It was written in the language of whom it is for: so are the words around it, when it is sent.
const inOwnLanguage = (email: Email): Email =>
  currentLanguage() === SOURCE ? email : { ...email, language: currentLanguage() };

type Queueing = Pick<Services, 'secrets' | 'now'> & { clock: Pick<Services['clock'], 'latest'> };

/**
 * Queues an email in the transaction of what it reports: it is sent if and only if that commits.
 * @param email null for an unknown recipient: a row is written all the same, so that timing reveals nothing
 * @param lifetime milliseconds after which it is dropped unsent
 */
export const enqueueEmail = (
  { secrets, now, clock }: Queueing,
  tx: Executor,
  email: Email | null,
  lifetime: number,
) => {
  const at = now();
  return insertDeliveries(tx, [
    {
      ...EMAIL_TO_ADDRESS,
      id: newId(),
      encrypted_payload: secrets.encrypt('email', JSON.stringify(email && inOwnLanguage(email))),
      created_at: at,
      run_at: at,
      expires_at: clock.latest() + lifetime,
    },
  ]);
};

/** Queues an email to a member, as `enqueueEmail` does; nothing for one who has no address. */
export async function enqueueEmailTo(
  services: Queueing,
  tx: Executor,
  member: Addressee,
  write: (to: Email['to']) => Email,
  lifetime: number,
): Promise<void> {
  const to = toRecipient(member);
  if (to) await enqueueEmail(services, tx, write(to), lifetime);
}
