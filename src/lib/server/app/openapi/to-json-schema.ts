import * as z from 'zod/mini';

import { Alert } from '#lib/contract/exchange/alerts.ts';
import { ListingCard } from '#lib/contract/exchange/listing-search.ts';
import { Listing } from '#lib/contract/exchange/listings.ts';
import { Pickup, PickupMessage } from '#lib/contract/exchange/pickups.ts';
import { Comment } from '#lib/contract/forum/comments.ts';
import { Post } from '#lib/contract/forum/posts.ts';
import { FoundAccount, FoundPost } from '#lib/contract/forum/search.ts';
import { Resource, ResourceCard } from '#lib/contract/library/resources.ts';
import {
  Decision,
  PendingPost,
  ReportedThing,
  StaffDecision,
} from '#lib/contract/moderation/moderation.ts';
import { Notification } from '#lib/contract/notifications/notifications.ts';
import { Application } from '#lib/contract/people/applications.ts';
import { LoggedAct } from '#lib/contract/people/audit-log.ts';
import { Consent, MissingConsent } from '#lib/contract/people/consents.ts';
import { Invitation } from '#lib/contract/people/invitations.ts';
import { MemberRecord, MemberSummary } from '#lib/contract/people/managed-members.ts';
import { Account } from '#lib/contract/people/members.ts';
import { Passkey } from '#lib/contract/people/passkeys.ts';
import { PersonalToken } from '#lib/contract/people/personal-tokens.ts';
import { Profile } from '#lib/contract/people/profile.ts';
import { Session } from '#lib/contract/people/sessions.ts';

import { REFINEMENTS } from './refinements.ts';
import { ownRefinements } from './walk-schema.ts';

/** The nouns that responses have in common, by their names in the document. */
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
  Pickup,
  PickupMessage,
  Post,
  Profile,
  ReportedThing,
  Resource,
  ResourceCard,
  Session,
  StaffDecision,
};

/** Zod's registry of their names. */
const componentNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(COMPONENTS)) componentNames.add(schema, { id });

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** States in a schema what its refinements mean. */
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

/** @returns the JSON Schema of what a request sends, with all limits of the contract */
export function toInputSchema(schema: z.ZodMiniType): JsonSchema {
  const options = { io: 'input', override: stateRefinements } as const;
  const { $schema: _, ...json } = z.toJSONSchema(schema, options) as JsonSchema;
  return json;
}

const toComponentRefs = (json: string): string =>
  json.replaceAll('"#/$defs/', '"#/components/schemas/').replaceAll(/"id":"[A-Z]\w*",?/g, '');

/**
 * @param components takes the schemas that it refers to
 * @returns the JSON Schema of what a response has
 */
export function toOutputSchema(
  schema: z.ZodMiniType,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const options = { io: 'output', metadata: componentNames } as const;
  // A schema with a name becomes a component only within another.
  const json = z.toJSONSchema(z.object({ data: schema }), options);
  const { $defs = {}, properties } = JSON.parse(toComponentRefs(JSON.stringify(json))) as {
    $defs?: Record<string, JsonSchema>;
    properties: { data: JsonSchema };
  };
  Object.assign(components, $defs);
  return properties.data;
}
