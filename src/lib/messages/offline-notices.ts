import { BUILT_LANGUAGES } from './built-languages.ts';
import { localesOf, runInLanguage, t } from './t.ts';

/** What stands on top of a stored page, whose language the service worker learns from the page. */
export interface OfflineNotice {
  locales: string | string[];
  /** by the cause */
  states: { server: string; connection: string };
  /** with `{time}` in it */
  seen: string;
  retry: string;
}

const noticeIn = (language: string) => (): OfflineNotice => ({
  locales: localesOf(language, 'en-GB'),
  states: { server: t('stored.server'), connection: t('stored.connection') },
  seen: t('stored.seen', { time: '{time}' }),
  retry: t('stored.retry'),
});

/** @returns the notice in each language: the service worker is one file for all (scripts/build/service-worker.ts) */
export const offlineNotices = (): Record<string, OfflineNotice> =>
  Object.fromEntries(
    BUILT_LANGUAGES.map((language) => [language, runInLanguage(language, noticeIn(language))]),
  );
