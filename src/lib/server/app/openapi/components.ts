import * as z from 'zod/mini';

import { Alert } from '#lib/contract/alerts.ts';
import { Application } from '#lib/contract/applications.ts';
import { LoggedAct } from '#lib/contract/audit-log.ts';
import { Comment } from '#lib/contract/comments.ts';
import { Consent, MissingConsent } from '#lib/contract/consents.ts';
import { Invitation } from '#lib/contract/invitations.ts';
import { ListingCard } from '#lib/contract/listing-search.ts';
import { Listing } from '#lib/contract/listings.ts';
import { MemberRecord, MemberSummary } from '#lib/contract/managed-members.ts';
import { Account } from '#lib/contract/members.ts';
import { Decision, PendingPost, ReportedThing, StaffDecision } from '#lib/contract/moderation.ts';
import { Notification } from '#lib/contract/notifications.ts';
import { Passkey } from '#lib/contract/passkeys.ts';
import { PersonalToken } from '#lib/contract/personal-tokens.ts';
import { Pickup, PickupMessage } from '#lib/contract/pickups.ts';
import { Post } from '#lib/contract/posts.ts';
import { Profile } from '#lib/contract/profile.ts';
import { Resource, ResourceCard } from '#lib/contract/resources.ts';
import { FoundAccount, FoundPost } from '#lib/contract/search.ts';
import { Session } from '#lib/contract/sessions.ts';

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
export const componentNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(COMPONENTS)) componentNames.add(schema, { id });
