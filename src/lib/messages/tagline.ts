import { site } from '#lib/site.ts';

import { currentLanguage, t } from './t.ts';

/** @returns the site's tagline: that of staff, or else the usual one */
export const tagline = (): string => site.taglines[currentLanguage()] ?? t('site.tagline');
