import type { HELP } from '#lib/contract/app/help.ts';
import { SAME_ROUTE_KM } from '#lib/contract/exchange/trips.ts';
import { MAX_ALERTS } from '#lib/contract/limits.ts';
import {
  ACCOUNT_EXCHANGE_PATH,
  MACHINES_PATH,
  NOTIFICATION_SETTINGS_PATH,
  PICKUPS_PATH,
  SEASON_PATH,
} from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

import type { HelpText } from './help-text.ts';

const exampleRecord = () => t('pickup.came', { fulfilled: 9, agreed: 10 });

/** The help about what members agree on for a day. */
export const PICKUP_HELP: Record<(typeof HELP)['pickups'][number], HelpText> = {
  request: {
    title: () => t('help.request'),
    paragraphs: () => [
      t('help.request_1', {
        agree: t('pickup.agree'),
        decline: t('pickup.decline'),
        pickups: t('pickup.list'),
      }),
      t('help.request_2', { coming: t('pickup.still_coming') }),
    ],
    links: { pickups: PICKUPS_PATH },
  },
  'no-show': {
    title: () => t('help.no_show'),
    paragraphs: () => [
      t('help.no_show_1', {
        pickups: t('pickup.list'),
        well: t('pickup.went_well'),
        no: t('dialog.no'),
        no_show: t('pickup.no_show'),
      }),
      t('help.no_show_2', { record: exampleRecord(), off: t('pickup.call_off') }),
    ],
    links: { pickups: PICKUPS_PATH },
  },
  day: {
    title: () => t('help.day'),
    paragraphs: () => [
      t('help.day_1', {
        pickups: t('pickup.list'),
        off: t('pickup.call_off'),
        back: t('pickup.take_back'),
      }),
      t('help.day_2', { keep: t('listing.keep'), update: t('post.update') }),
    ],
    links: { pickups: PICKUPS_PATH },
  },
  record: {
    title: () => t('help.record', { record: exampleRecord() }),
    paragraphs: () => [
      t('help.record_1', {
        no_show: t('pickup.no_show'),
        not_as_described: t('pickup.not_as_said'),
      }),
      t('help.record_2'),
    ],
  },
  'every-week': {
    title: () => t('help.every_week'),
    paragraphs: () => [
      t('help.every_week_1'),
      t('help.every_week_2', {
        standing: t('pickup.standing'),
        stop: t('pickup.stop_all'),
        pickups: t('pickup.list'),
      }),
    ],
    links: { pickups: PICKUPS_PATH },
  },
  machine: {
    title: () => t('help.machine'),
    paragraphs: () => [
      t('help.machine_1', { machines: t('machine.title') }),
      t('help.machine_2', { give: t('machine.give_days') }),
    ],
    links: { machines: MACHINES_PATH },
  },
  truck: {
    title: () => t('help.truck'),
    paragraphs: () => [
      t('help.truck_1', {
        pickups: t('pickup.list'),
        share: t('trip.share'),
        offer: t('trip.offer'),
        join: t('trip.join'),
        look: t('trip.look'),
      }),
      t('help.truck_2', { km: SAME_ROUTE_KM }),
    ],
    links: { pickups: PICKUPS_PATH },
  },
  'weeks-ahead': {
    title: () => t('help.weeks', { season: t('season.title') }),
    paragraphs: () => [t('help.weeks_1', { season: t('season.title') }), t('help.weeks_2')],
    links: { season: SEASON_PATH },
  },
  alerts: {
    title: () => t('help.alerts'),
    paragraphs: () => [
      t('help.alerts_1', { exchange: t('nav.exchange'), notify: t('exchange.notify') }),
      t('help.alerts_2', {
        maximum: MAX_ALERTS,
        town: t('account.town'),
        settings: t('account.notifications'),
      }),
    ],
    links: {
      exchange: '/exchange',
      town: ACCOUNT_EXCHANGE_PATH,
      settings: NOTIFICATION_SETTINGS_PATH,
    },
  },
};
