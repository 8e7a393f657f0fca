import type { DecisionKind } from '#lib/contract/moderation/moderation.ts';
import { t } from '#lib/messages/t.ts';

/** @returns what staff did, in a list */
export const decisionLabel = (kind: DecisionKind): string => t('moderation.decision', { kind });

/** @returns what staff did, and about whom */
export const decisionTitle = (kind: DecisionKind, name: string | undefined): string =>
  t('moderation.decision_about', {
    decision: decisionLabel(kind),
    name: name ?? t('moderation.former_member'),
  });
