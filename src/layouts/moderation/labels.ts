import type { DecisionKind } from '#lib/contract/moderation/moderation.ts';
import { t } from '#lib/messages/t.ts';

/** The name of a decision in a list. */
export const decisionLabel = (kind: DecisionKind): string => t('moderation.decision', { kind });

/** The name of a decision and of the member concerned. */
export const decisionTitle = (kind: DecisionKind, name: string | undefined): string =>
  t('moderation.decision_about', {
    decision: decisionLabel(kind),
    name: name ?? t('moderation.former_member'),
  });
