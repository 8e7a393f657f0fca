import type { CALLED_OFF, Figure, NOT_AGREED } from '#lib/contract/exchange/figures.ts';
import { t } from '#lib/messages/t.ts';

/** Every figure except the kilograms has a name. */
export type NamedFigure = Exclude<Figure, 'kg'>;

const NAMES: Record<NamedFigure, () => string> = {
  requested: () => t('figures.requested'),
  responded: () => t('figures.responded'),
  agreed: () => t('figures.agreed'),
  picked_up: () => t('figures.picked_up'),
  waiting: () => t('figures.waiting'),
  declined: () => t('figures.declined'),
  unanswered: () => t('figures.unanswered'),
  taken_back: () => t('figures.taken_back'),
  dropped: () => t('figures.dropped'),
  to_come: () => t('figures.to_come'),
  owner_called_off: () => t('figures.owner_called_off'),
  requester_called_off: () => t('figures.requester_called_off'),
  ended: () => t('figures.ended'),
  no_show: () => t('figures.no_show'),
  not_as_described: () => t('figures.not_as_described'),
  other: () => t('figures.other'),
  unreported: () => t('figures.unreported'),
};

/** A short name of a figure. */
export const figureName = (figure: NamedFigure): string => NAMES[figure]();

/** Names for machine bookings, which have no rounds. */
export const bookingFigureName = (
  figure: (typeof NOT_AGREED)[number] | (typeof CALLED_OFF)[number],
): string => (figure === 'ended' ? t('figures.machines_ended') : figureName(figure));

/** The column titles, short enough for a phone. */
export const figureNames = (): string[] => [
  t('figures.asked'),
  t('figures.in_a_day'),
  t('figures.agreed'),
  t('figures.picked_up'),
  t('figures.failed'),
];

/** The column titles, each with an explanation. */
export const figureTexts = (): [name: string, text: string][] => [
  [t('figures.requested'), t('figures.requested_text')],
  [t('figures.responded'), t('figures.responded_text')],
  [t('figures.agreed'), t('figures.agreed_text')],
  [t('figures.picked_up'), t('figures.picked_up_text')],
  [t('figures.failed'), t('figures.failed_text')],
];

/** The column titles for machine bookings. */
export const bookingNames = (): string[] => [
  t('figures.asked'),
  t('figures.in_a_day'),
  t('figures.agreed'),
  t('figures.machines_done'),
  t('figures.machines_failed'),
];

/** The column titles for trucks. */
export const truckNames = (): string[] => [
  t('figures.trucks_offered'),
  t('figures.trucks_loads'),
  t('figures.trucks_off'),
];
