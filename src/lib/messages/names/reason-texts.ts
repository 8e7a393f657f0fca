import { catalogues } from '#lib/messages/catalogues.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { t } from '#lib/messages/t.ts';

const TEXTS = {
  'reason.off_topic': () => t('reason.off_topic'),
  'reason.advertising': () => t('reason.advertising'),
  'reason.rude': () => t('reason.rude'),
  'reason.untrue': () => t('reason.untrue'),
  'reason.fraud': () => t('reason.fraud'),
  'reason.private': () => t('reason.private'),
  'reason.unsafe': () => t('reason.unsafe'),
};

const SOURCES = new Map(
  Object.entries(TEXTS).map(([key, text]) => [catalogues[SOURCE]?.[key] ?? key, text]),
);

/** @returns a reason from the list: those that every site begins with are translated, others stay as staff wrote them */
export const reasonText = (reason: string): string => SOURCES.get(reason)?.() ?? reason;
