// What is between a person and who looks after them.
import { t } from '#lib/messages/t.ts';
import type { StewardNews } from '#lib/server/platform/notification-events.ts';

import type { Message } from './messages.ts';

/** Of the kind of pickups, which it is about: with them, a STOP has ended its SMS. */
const steward = (title: (actor: string) => string, content: () => string): Message => ({
  kind: 'pickup',
  type: 'verification-action',
  title: ({ actor }) => title(actor),
  content,
});

export const STEWARDS = {
  steward_begun: steward(
    (actor) => t('notification.steward_begun', { actor }),
    () => t('notification.steward_begun_text'),
  ),
  steward_ended: steward(
    (actor) => t('notification.steward_ended', { actor }),
    () => t('notification.steward_ended_text'),
  ),
  // Without a name: who is disabled, or blocks, is not seen.
  steward_away: steward(
    () => t('notification.steward_away'),
    () => t('notification.steward_ended_text'),
  ),
  steward_chosen: steward(
    (actor) => t('notification.steward_chosen', { actor }),
    () => t('notification.steward_chosen_text'),
  ),
  steward_over: steward(
    (actor) => t('notification.steward_over', { actor, named: actor ? 'yes' : 'no' }),
    () => t('notification.steward_over_text'),
  ),
} as const satisfies Record<`steward_${StewardNews}`, Message>;
