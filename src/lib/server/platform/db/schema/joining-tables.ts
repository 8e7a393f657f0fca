import type { JoinRole } from '#lib/contract/people/applications.ts';
import type { ConsentDocument, ConsentOrigin } from '#lib/contract/people/consents.ts';

export interface InvitationTable {
  id: string;
  /** SHA-256 of the code */
  code_hash: string;
  /** so that staff can show it again */
  encrypted_code: string;
  /** for staff: whom it is for */
  note: string;
  /** null for any that somebody may join with */
  role: JoinRole | null;
  max_uses: number;
  uses: number;
  /** the last day, YYYY-MM-DD */
  until: string;
  revoked_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** Somebody who wants to join. An address that has an account gets a row too, so that timing is the same. */
export interface ApplicationTable {
  id: string;
  /** lower case */
  email: string;
  first_name: string;
  last_name: string;
  contact_phone: string | null;
  role: JoinRole;
  /** the code of a town; null outside the region */
  town: string | null;
  about: string;
  /** that was agreed to; null when it was not published */
  terms_version: number | null;
  privacy_version: number | null;
  invitation_id: string | null;
  origin: 'application' | 'invitation' | 'registration';
  /** `emailed`: the link was sent without staff; `admitted`: staff had it sent; `joined`: it was used */
  status: 'emailed' | 'waiting' | 'admitted' | 'declined' | 'joined';
  /** SHA-256 of the token in the link */
  token_hash: string | null;
  token_expires_at: number | null;
  decided_by: string | null;
  decided_at: number | null;
  /** of a decline */
  reason: string | null;
  /** once joined */
  member_id: string | null;
  created_at: number;
}

/** What a member agreed to, when and where. */
export interface ConsentTable {
  id: string;
  member_id: string;
  document: ConsentDocument;
  version: number;
  origin: ConsentOrigin;
  agreed_at: number;
  withdrawn_at: number | null;
}

export interface JoiningTables {
  invitations: InvitationTable;
  applications: ApplicationTable;
  consents: ConsentTable;
}
