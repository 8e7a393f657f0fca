import type { ToMember } from '#lib/server/notifications/channels/channel.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { DeliveryRetryError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { AddressRejectedError, composeMessage } from '#lib/server/platform/email/mailer.ts';

import { noteBounce } from './stopped-addresses.ts';
import { forgetBounces } from './stopped-queries.ts';

/** Sends an email. @throws see `SendDelivery` */
export async function sendEmail(
  services: Services,
  row: DeliveryTable,
  email: Email,
): Promise<'sent'> {
  const { hostname } = new URL(services.config.publicUrl);
  try {
    await services.mailer.send(composeMessage(email, row, hostname));
    return 'sent';
  } catch (error) {
    const isGivenUp =
      !(error instanceof AddressRejectedError && row.member_id) ||
      (await noteBounce(services, row.member_id, email.to.address));
    if (isGivenUp) throw error;
    throw new DeliveryRetryError('Many addresses reject emails.', null, { cause: error });
  }
}

/** Sends an email to a member. @param note records what later emails depend on */
export async function sendToMember(
  services: Services,
  row: ToMember,
  email: Email,
  note: () => Promise<unknown>,
): Promise<{ note: () => Promise<void> }> {
  await sendEmail(services, row, email);
  return {
    note: async () => {
      await forgetBounces(services.db, row.member_id);
      await note();
    },
  };
}
