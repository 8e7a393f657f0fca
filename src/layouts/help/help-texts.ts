// The questions and texts of the help pages. Names of buttons and pages come from the messages that label them.
import { formatBytes } from '#islands/ui/format/format-number.ts';
import {
  type HELP,
  HELP_QUESTIONS,
  type HelpQuestion,
  helpPath,
  type HelpTopic,
} from '#lib/contract/app/help.ts';
import { DISPLAY_PATH } from '#lib/contract/display.ts';
import { REPORT_DAYS } from '#lib/contract/exchange/appointments.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { unitWeight } from '#lib/contract/exchange/materials/material-weights.ts';
import type { MaterialKey } from '#lib/contract/exchange/materials/materials.ts';
import { MAX_PEOPLE } from '#lib/contract/limits.ts';
import {
  ACCOUNT_EXCHANGE_PATH,
  DESK_CODE_PATH,
  LANGUAGES_PATH,
  NOTIFICATION_SETTINGS_PATH,
  PEOPLE_PATH,
  PHONE_LOGIN_PATH,
  PRIVACY_PATH,
} from '#lib/contract/paths.ts';
import { DELETION_DAYS } from '#lib/contract/people/deletions.ts';
import { DESK_CODE_HOURS } from '#lib/contract/people/sign-in/desk-codes.ts';
import { RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { reasonTexts } from '#lib/messages/names/reason-texts.ts';
import { t } from '#lib/messages/t.ts';
import { site } from '#lib/site.ts';

import type { HelpText } from './help-text.ts';
import { PICKUP_HELP } from './pickup-help.ts';

const kgOf = (material: MaterialKey, unit: NonNullable<Listing['unit']>): number =>
  unitWeight(material, unit)?.kg ?? 0;

const EXAMPLE_BYTES = 240_000;

const OFFLINE_PATH = '/offline';
const PROFILE_PATH = '/profile';

const POSTING: Record<(typeof HELP)['posting'][number], HelpText> = {
  straw: {
    title: () => t('help.straw'),
    paragraphs: () => [
      t('help.straw_1', { post: t('shell.post'), have: t('compose.have') }),
      t('help.straw_2', { more: t('compose.more_fields'), post: t('shell.post') }),
    ],
  },
  weight: {
    title: () => t('help.weight'),
    paragraphs: () => [
      t('help.weight_1', {
        bundle: kgOf('rice-straw', 'bundle'),
        bale: kgOf('rice-straw', 'bale'),
        hull: kgOf('rice-hull', 'sack'),
        manure: kgOf('cattle-manure', 'sack'),
      }),
      t('help.weight_2'),
    ],
  },
  rules: {
    title: () => t('help.rules'),
    paragraphs: () => [
      t('help.rules_1', { reasons: reasonTexts().join(' ') }),
      t('help.rules_2', {
        moderation: t('moderation.page'),
        terms: t('policy.terms_and_conditions'),
      }),
    ],
    links: { moderation: '/moderation', terms: '/legal-agreements/terms-and-conditions' },
  },
};

const PHONE: Record<(typeof HELP)['phone'][number], HelpText> = {
  signal: {
    title: () => t('help.signal'),
    paragraphs: () => [
      t('help.signal_1', { site: site.name }),
      t('help.signal_2', { offline: t('offline_page.section') }),
    ],
    links: { offline: OFFLINE_PATH },
  },
  guide: {
    title: () => t('help.guide'),
    paragraphs: () => [
      t('help.guide_1', {
        eduhub: t('nav.eduhub'),
        save: t('eduhub.save', { size: formatBytes(EXAMPLE_BYTES) }),
      }),
      t('help.guide_2', { offline: t('offline_page.section') }),
    ],
    links: { eduhub: '/eduhub', offline: OFFLINE_PATH },
  },
  'home-screen': {
    title: () => t('help.home', { site: site.name }),
    paragraphs: () => [
      t('help.home_1', {
        display: t('display.title'),
        install: t('display.install', { name: site.name }),
      }),
      t('help.home_2', { site: site.name }),
    ],
    links: { display: DISPLAY_PATH },
  },
  language: {
    title: () => t('help.language'),
    paragraphs: () => [
      t('help.language_1', { languages: t('languages.title') }),
      t('help.language_2'),
    ],
    links: { languages: LANGUAGES_PATH },
  },
  data: {
    title: () => t('help.data'),
    paragraphs: () => [
      t('help.data_1', { saver: t('display.saver'), display: t('display.title') }),
      t('help.data_2', { site: site.name }),
    ],
    links: { display: DISPLAY_PATH },
  },
};

const ACCOUNT: Record<(typeof HELP)['account'][number], HelpText> = {
  password: {
    title: () => t('help.password'),
    paragraphs: () => [
      t('help.password_1', {
        forgot: t('auth.forgot'),
        digits: RESET_CODE.digits,
        minutes: RESET_CODE.minutes,
      }),
      t('help.password_2', { resend: t('auth.resend') }),
      t('help.password_3', { choose: t('auth.new_password_heading'), hours: DESK_CODE_HOURS }),
    ],
    links: { forgot: '/forgot-password', choose: DESK_CODE_PATH },
  },
  'desk-code': {
    title: () => t('help.desk_code'),
    paragraphs: () => [
      t('help.desk_code_1', { choose: t('auth.new_password_heading') }),
      t('help.desk_code_2', { hours: DESK_CODE_HOURS }),
    ],
    links: { choose: DESK_CODE_PATH, phone: PHONE_LOGIN_PATH },
  },
  'look-after': {
    title: () => t('help.look_after'),
    paragraphs: () => [
      t('help.look_after_1', { count: MAX_PEOPLE }),
      t('help.look_after_2', { whom: t('steward.for_whom'), people: t('steward.title') }),
    ],
    links: { people: PEOPLE_PATH },
  },
  messages: {
    title: () => t('help.stop'),
    paragraphs: () => [
      t('help.stop_1', { settings: t('account.notifications') }),
      t('help.stop_2'),
    ],
    links: { settings: NOTIFICATION_SETTINGS_PATH },
  },
  delete: {
    title: () => t('help.delete'),
    paragraphs: () => [
      t('help.delete_1', { privacy: t('account.privacy'), delete: t('privacy.delete') }),
      t('help.delete_2', { days: DELETION_DAYS }),
    ],
    links: { privacy: PRIVACY_PATH },
  },
};

const SAFETY: Record<(typeof HELP)['safety'][number], HelpText> = {
  'phone-number': {
    title: () => t('help.phone'),
    paragraphs: () => [
      t('help.phone_1', { days: REPORT_DAYS }),
      t('help.phone_2', { profile: t('account.profile'), contact: t('account.contact') }),
    ],
    links: { profile: PROFILE_PATH },
  },
  place: {
    title: () => t('help.place'),
    paragraphs: () => [
      t('help.place_1', { days: REPORT_DAYS }),
      t('help.place_2', { town: t('account.town') }),
    ],
    links: { town: ACCOUNT_EXCHANGE_PATH },
  },
  report: {
    title: () => t('help.report'),
    paragraphs: () => [
      t('help.report_1', { report: t('post.report') }),
      t('help.report_2', { block: t('post.block') }),
    ],
  },
  cost: {
    title: () => t('help.cost'),
    paragraphs: () => [t('help.cost_1', { site: site.name }), t('help.cost_2')],
    links: { data: helpPath('data') },
  },
};

const HELP_TEXTS: Record<HelpQuestion, HelpText> = {
  ...POSTING,
  ...PICKUP_HELP,
  ...PHONE,
  ...ACCOUNT,
  ...SAFETY,
};

const TOPIC_NAMES: Record<HelpTopic, () => string> = {
  posting: () => t('help.topic_posting'),
  pickups: () => t('pickup.list'),
  phone: () => t('help.topic_phone'),
  account: () => t('help.topic_account'),
  safety: () => t('help.topic_safety'),
};

export const helpTopicName = (topic: HelpTopic): string => TOPIC_NAMES[topic]();

export const helpTitle = (question: HelpQuestion): string => HELP_TEXTS[question].title();

/** The paragraphs of a help text, and the URLs of their links. */
export const helpText = (question: HelpQuestion) => {
  const { paragraphs, links = {} } = HELP_TEXTS[question];
  return { paragraphs: paragraphs(), links };
};

export const withoutTags = (text: string): string => text.replaceAll(/<\/?\w+>/g, '');

/** @returns how many of a search's words a help text has */
function countWords(question: HelpQuestion, words: string[]): number {
  const text = [helpTitle(question), ...helpText(question).paragraphs].join(' ');
  const plain = withoutTags(text).toLowerCase();
  return words.filter((word) => plain.includes(word)).length;
}

// Shorter words are in every text: "how do I".
const MIN_WORD_LENGTH = 3;

/** @returns the questions with all words of a search, or else those with most of them; all for an empty search */
export function findQuestions(search: string): HelpQuestion[] {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.filter((word) => word.length >= MIN_WORD_LENGTH);
  const counts = HELP_QUESTIONS.map((each) => countWords(each, long.length > 0 ? long : words));
  const most = Math.max(...counts);
  return HELP_QUESTIONS.filter((_, at) => counts[at] === most && (most > 0 || search === ''));
}
