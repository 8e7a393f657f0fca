import { FIRST_REASONS } from '#lib/contract/moderation/first-reasons.ts';
import { t } from '#lib/messages/t.ts';

const TEXTS: Readonly<Record<keyof typeof FIRST_REASONS, () => string>> = {
  off_topic: () => t('reason.off_topic'),
  advertising: () => t('reason.advertising'),
  rude: () => t('reason.rude'),
  untrue: () => t('reason.untrue'),
  fraud: () => t('reason.fraud'),
  private: () => t('reason.private'),
  unsafe: () => t('reason.unsafe'),
};

const CODES = Object.keys(TEXTS) as (keyof typeof FIRST_REASONS)[];

/** @returns the reasons that every site begins with */
export const reasonTexts = (): string[] => Object.values(TEXTS).map((text) => text());

/** @returns a reason from the list: those that every site begins with are translated, others stay as staff wrote them */
export function reasonText(reason: string): string {
  const code = CODES.find((each) => FIRST_REASONS[each] === reason);
  return code ? TEXTS[code]() : reason;
}
