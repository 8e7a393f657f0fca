import { hasPrice, hasTermsOfPrice, hasUnit } from '#lib/contract/exchange/listings.ts';
import { isMaterial, MATERIALS } from '#lib/contract/exchange/materials.ts';
import { hasKg, hasReason } from '#lib/contract/exchange/pickups.ts';
import { isImageUrl } from '#lib/contract/images.ts';
import { GUIDE, isShortEnough } from '#lib/contract/library/resource-drafts.ts';
import { isPushEndpoint } from '#lib/contract/notifications/push-devices.ts';
import { hasRole, hasTown, isLink } from '#lib/contract/notifications/staff-notifications.ts';
import { isLimit, MAX_LIMIT } from '#lib/contract/pagination.ts';
import { hasLetter, isNotOneLetter } from '#lib/contract/people/names.ts';
import { isAnother, isStrong } from '#lib/contract/people/passwords.ts';
import {
  isEmptyOrNotBlank,
  isLongEnough,
  isNormalizable,
  isNotBlank,
  isNotEmpty,
} from '#lib/contract/people/profile.ts';
import { PHONE_DIGITS } from '#lib/contract/phone-numbers.ts';
import { isStorable } from '#lib/contract/storable.ts';
import { isPrintable, isVisible } from '#lib/contract/text.ts';

/** What a refinement of the contract means: keywords of JSON Schema where they can express it, else a sentence. */
interface Statement {
  keywords?: Record<string, unknown>;
  sentence?: string;
}

/** Functions as Zod has them. */
export type Refinement = (value: never) => unknown;

/** `z.toJSONSchema` drops refinements without a word. A test fails for one that is not in this table. */
export const REFINEMENTS = new Map<Refinement, Statement>([
  [isMaterial, { keywords: { enum: [...MATERIALS] } }],
  [
    isLimit,
    {
      keywords: { pattern: String.raw`^0{0,2}[1-9]$|^0?[1-4]\d$|^0?50$` },
      sentence: `A whole number from 1 to ${MAX_LIMIT}.`,
    },
  ],
  [
    isPushEndpoint,
    { keywords: { format: 'uri', pattern: '^https://' }, sentence: 'Without a user.' },
  ],
  [isImageUrl, { keywords: { pattern: String.raw`^/media/[\w-]{22}-\d+x\d+/\d+\.webp$` } }],
  [isVisible, { sentence: 'It has a character that can be seen, unless it may be empty.' }],
  [isPrintable, { sentence: 'No control characters but tabs and line breaks.' }],
  [isStorable, { sentence: 'Well-formed Unicode without the character NUL.' }],
  [
    isStrong,
    {
      keywords: { minLength: 8 },
      sentence:
        'At least 8 characters: a lowercase letter, an uppercase letter, and a special character.',
    },
  ],
  [isAnother, { sentence: '`new_password` is not `old_password`.' }],
  [hasUnit, { sentence: '`amount` and `price_centavos` need `unit`.' }],
  [hasPrice, { sentence: 'The terms `price` need `price_centavos`.' }],
  [hasTermsOfPrice, { sentence: '`price_centavos` needs the terms `price`.' }],
  [hasKg, { sentence: 'The results `taken` and `part` need `kg`.' }],
  [hasReason, { sentence: 'The result `not` needs `reason`.' }],
  [isNormalizable, {}],
  [isNotBlank, { keywords: { minLength: 1 }, sentence: 'It has a character that can be seen.' }],
  [isEmptyOrNotBlank, { sentence: 'Empty, or with a character that can be seen.' }],
  [hasLetter, { sentence: 'It has a letter, unless it is empty.' }],
  [isNotOneLetter, { sentence: 'Not a single character.' }],
  [isNotEmpty, { keywords: { minLength: 1 } }],
  [isLongEnough, { keywords: { minLength: PHONE_DIGITS } }],
  [isShortEnough, { sentence: `At most ${GUIDE.maxLength} characters in all parts.` }],
  [hasRole, { sentence: '`to` with `role` needs `role`.' }],
  [hasTown, { sentence: '`to` with `town` needs `town`.' }],
  [isLink, { sentence: 'The URL or path of a post or a guide, or empty.' }],
]);
