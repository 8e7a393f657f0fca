import * as z from 'zod/mini';

import { isHttps } from '#lib/contract/app/site-settings.ts';
import { isStorable } from '#lib/contract/characters.ts';
import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';
import { Alert } from '#lib/contract/exchange/alerts.ts';
import {
  hasKg,
  hasReason,
  Appointment,
  AppointmentMessage,
} from '#lib/contract/exchange/appointments.ts';
import { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import {
  hasPrice,
  hasRoundAmount,
  hasRounds,
  hasTermsOfPrice,
  hasUnit,
  Listing,
} from '#lib/contract/exchange/listings/listings.ts';
import { hasWholeTrips } from '#lib/contract/exchange/machines.ts';
import { isMaterial, MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import { isArea } from '#lib/contract/exchange/season.ts';
import { Sharing, Trip } from '#lib/contract/exchange/trips.ts';
import { Comment } from '#lib/contract/forum/comments.ts';
import { Post } from '#lib/contract/forum/posts.ts';
import { FoundAccount, FoundPost } from '#lib/contract/forum/search.ts';
import { isImageUrl } from '#lib/contract/images.ts';
import { GUIDE, isShortEnough } from '#lib/contract/library/resource-drafts.ts';
import { Resource, ResourceCard } from '#lib/contract/library/resources.ts';
import {
  Decision,
  PendingPost,
  ReportedSubject,
  StaffDecision,
} from '#lib/contract/moderation/moderation.ts';
import { Notification } from '#lib/contract/notifications/notifications.ts';
import { isPushEndpoint } from '#lib/contract/notifications/push-devices.ts';
import { hasRole, hasTown, isLink } from '#lib/contract/notifications/staff-notifications.ts';
import { isLimit, MAX_LIMIT } from '#lib/contract/pagination.ts';
import { Application } from '#lib/contract/people/applications.ts';
import { LoggedAct } from '#lib/contract/people/audit-log.ts';
import { Consent, MissingConsent } from '#lib/contract/people/consents.ts';
import { Invitation } from '#lib/contract/people/invitations.ts';
import { hasLogin, MemberRecord, MemberSummary } from '#lib/contract/people/managed-members.ts';
import { Account } from '#lib/contract/people/members.ts';
import { hasLetter, isNotOneLetter } from '#lib/contract/people/names.ts';
import { PersonalToken } from '#lib/contract/people/personal-tokens.ts';
import {
  isEmptyOrNotBlank,
  isLongEnough,
  isNormalizable,
  isNotBlank,
  isNotEmpty,
  Profile,
} from '#lib/contract/people/profile.ts';
import { Passkey } from '#lib/contract/people/sign-in/passkeys.ts';
import { isAnother, isStrong } from '#lib/contract/people/sign-in/passwords.ts';
import { Session } from '#lib/contract/people/sign-in/sessions.ts';
import { PHONE_DIGITS } from '#lib/contract/phone-numbers.ts';
import { isPrintable, isVisible } from '#lib/contract/text.ts';

/** The meaning of a refinement: keywords of JSON Schema where possible, else a sentence. */
interface Statement {
  keywords?: Record<string, unknown>;
  sentence?: string;
}

/** A refinement function, as Zod stores it. */
type Refinement = (value: never) => unknown;

/** `z.toJSONSchema` silently drops refinements. A test fails for those missing in this table. */
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
  [isHttps, { sentence: 'Empty, or a URL that begins with `https://`.' }],
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
  [hasRoundAmount, { sentence: '`repeat` needs `amount`.' }],
  [hasRounds, { sentence: 'The kind `service` has no `repeat`.' }],
  [isArea, { sentence: 'More than 0, with two decimals at most.' }],
  [hasWholeTrips, { sentence: 'Trips are whole.' }],
  [hasKg, { sentence: 'The results `taken` and `part` need `kg`.' }],
  [hasReason, { sentence: 'The result `not` needs `reason`.' }],
  [hasLogin, { sentence: 'With `email`, `sign_in_phone`, or both.' }],
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

/** Schemas that responses share, by their names in the document. */
const COMPONENTS: Record<string, z.ZodMiniType> = {
  Account,
  Alert,
  Application,
  Comment,
  Consent,
  Decision,
  FoundAccount,
  FoundPost,
  Invitation,
  Listing,
  ListingCard,
  LoggedAct,
  MemberRecord,
  MemberSummary,
  MissingConsent,
  Notification,
  Passkey,
  PendingPost,
  PersonalToken,
  Appointment,
  AppointmentMessage,
  Post,
  Profile,
  // The published name stays.
  ReportedThing: ReportedSubject,
  Resource,
  ResourceCard,
  Session,
  Sharing,
  StaffDecision,
  Trip,
};

/** Zod's registry of the component names. */
const componentNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(COMPONENTS)) componentNames.add(schema, { id });

export type JsonSchema = Record<string, unknown>;

/** The parts of Zod's definitions that are used here: Zod's own types differ by kind. */
interface Definition {
  type?: string;
  check?: string;
  error?: (problem: object) => unknown;
  fn?: Refinement;
  checks?: { _zod: { def: Definition } }[];
}

const definitionOf = (schema: object): Definition =>
  (schema as { _zod: { def: Definition } })._zod.def;

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** @returns the schemas in a value of a definition: the value itself, or those in an array or object */
function schemasIn(value: unknown): z.ZodMiniType[] {
  if (isSchema(value)) return [value];
  if (Array.isArray(value)) return value.filter(isSchema);
  const isShape = typeof value === 'object' && value !== null;
  return isShape ? Object.values(value).filter(isSchema) : [];
}

/** Yields the definitions of a schema, of its checks, and of all schemas within it. */
function* walk(schema: z.ZodMiniType): Generator<Definition> {
  const definition = definitionOf(schema);
  yield definition;
  for (const check of definition.checks ?? []) yield check._zod.def;
  for (const [name, value] of Object.entries(definition))
    if (name !== 'checks') for (const inner of schemasIn(value)) yield* walk(inner);
}

const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

/** @returns the error codes of an input's fields */
export function fieldCodes(schema: z.ZodMiniType): ErrorCode[] {
  const codes = [...walk(schema)].map(({ error }) => error?.({})).filter(isErrorCode);
  return [...new Set<ErrorCode>(['invalid', ...codes])];
}

/** @returns the refinements of a schema itself, not of schemas within it */
const ownRefinements = (schema: object): Refinement[] => {
  const { checks = [], fn } = definitionOf(schema);
  const all = [fn, ...checks.map((check) => check._zod.def.fn)];
  return all.filter((each) => each !== undefined);
};

/** @returns the refinements of a schema and of all schemas within it */
export const refinementsOf = (schema: z.ZodMiniType): Refinement[] =>
  [...walk(schema)].map(({ fn }) => fn).filter((fn) => fn !== undefined);

/** Adds the meaning of refinements to a schema. */
function stateRefinements({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }) {
  const schema = jsonSchema as JsonSchema;
  for (const refinement of ownRefinements(zodSchema)) {
    const { keywords = {}, sentence } = REFINEMENTS.get(refinement) ?? {};
    const shorter = Math.max(Number(schema['minLength'] ?? 0), Number(keywords['minLength'] ?? 0));
    Object.assign(schema, keywords, shorter > 0 && { minLength: shorter });
    if (sentence)
      schema['description'] = [schema['description'], sentence].filter(Boolean).join(' ');
  }
}

/** @returns the JSON Schema of an input, with all limits of the contract */
export function toInputSchema(schema: z.ZodMiniType): JsonSchema {
  const options = { io: 'input', override: stateRefinements } as const;
  const { $schema: _, ...json } = z.toJSONSchema(schema, options) as JsonSchema;
  return json;
}

const toComponentRefs = (json: string): string =>
  json.replaceAll('"#/$defs/', '"#/components/schemas/').replaceAll(/"id":"[A-Z]\w*",?/g, '');

/**
 * @param components collects the schemas that it refers to
 * @returns the JSON Schema of a response
 */
export function toOutputSchema(
  schema: z.ZodMiniType,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const options = { io: 'output', metadata: componentNames } as const;
  // A named schema becomes a component only within another schema.
  const json = z.toJSONSchema(z.object({ data: schema }), options);
  const { $defs = {}, properties } = JSON.parse(toComponentRefs(JSON.stringify(json))) as {
    $defs?: Record<string, JsonSchema>;
    properties: { data: JsonSchema };
  };
  Object.assign(components, $defs);
  return properties.data;
}
