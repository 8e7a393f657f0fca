import { randomBytes } from 'node:crypto';

import { SOURCE } from '#lib/messages/codes.ts';
import type { ApplicationTable, Executor, ImportRowTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { hashToken, type Secrets } from '#lib/server/platform/secrets.ts';
import { regionDay } from '#lib/site.ts';

import type { LoadContext } from './load-context.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Stated = Pick<
  ApplicationTable,
  'first_name' | 'last_name' | 'contact_phone' | 'role' | 'town' | 'about'
>;

/** The applicants, oldest first. */
const APPLICANTS: [hoursAgo: number, stated: Stated][] = [
  [
    53,
    {
      first_name: 'Nena',
      last_name: 'Pascual',
      contact_phone: '09175550121',
      role: 'farmer',
      town: '0304911000',
      about: 'Two hectares of rice; the straw is baled in November.',
    },
  ],
  [
    20,
    {
      first_name: 'Rolando',
      last_name: 'Bautista',
      contact_phone: null,
      role: 'feed',
      town: '0304917000',
      about: 'I make silage for 30 dairy cows and buy corn stalks.',
    },
  ],
  [
    3,
    {
      first_name: 'Grace',
      last_name: 'Villareal',
      contact_phone: null,
      role: 'gleaner',
      town: null,
      about: 'Our parish kitchen in Quezon City picks up fruit on Saturdays.',
    },
  ],
];

const UNDECIDED = { decided_by: null, decided_at: null, reason: null, member_id: null };
const DOCUMENTS = { terms_version: 1, privacy_version: 1 };

/** Stores applications that wait for review. */
export async function loadApplications(tx: Executor, { now }: LoadContext): Promise<void> {
  for (const [hoursAgo, stated] of APPLICANTS) {
    const created_at = now - hoursAgo * HOUR;
    const email = `${stated.first_name.toLowerCase()}@farm.example`;
    const link = { token_hash: null, token_expires_at: null };
    const row = { ...stated, ...DOCUMENTS, ...UNDECIDED, ...link, id: idAt(created_at), email };
    await tx
      .insertInto('applications')
      .values({
        ...row,
        language: SOURCE,
        invitation_id: null,
        origin: 'application',
        status: 'waiting',
        created_at,
      })
      .execute();
  }
}

const CODE_BYTES = 16;

/** Stores the invitation at the co-op's door. @param createdBy the member of staff */
export async function loadInvitation(
  tx: Executor,
  { now }: LoadContext,
  secrets: Secrets,
  createdBy: string,
): Promise<void> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const created_at = now - 9 * DAY;
  await tx
    .insertInto('invitations')
    .values({
      id: idAt(created_at),
      code_hash: hashToken(code),
      encrypted_code: secrets.encrypt('invitation', code),
      note: 'Door of the co-op',
      role: null,
      max_uses: 100,
      uses: 0,
      until: regionDay(now + 60 * DAY),
      revoked_at: null,
      created_by: createdBy,
      created_at,
    })
    .execute();
}

type Listed = Pick<ImportRowTable, 'first_name' | 'last_name' | 'role' | 'town' | 'email'>;

/** The people on staff's list; members have a key. */
const LISTED: (Listed & { key: string })[] = [
  {
    key: 'lito',
    first_name: 'Lito',
    last_name: 'Bautista',
    role: 'farmer',
    town: null,
    email: 'lito@glean.example',
  },
  {
    key: 'tess',
    first_name: 'Tess',
    last_name: 'Cruz',
    role: 'farmer',
    town: null,
    email: 'tess@glean.example',
  },
  {
    key: '',
    first_name: 'Benigno',
    last_name: 'Salonga',
    role: 'farmer',
    town: '0304911000',
    email: 'benigno@farm.example',
  },
];

/** Stores an import by staff: two people have joined, and one has not used the link. @param members ids by key */
export async function loadImport(
  tx: Executor,
  { now }: LoadContext,
  members: Map<string, string>,
): Promise<void> {
  const created_at = now - 20 * DAY;
  const batch_id = idAt(created_at);
  const batch = { id: batch_id, made_by: members.get('staff') ?? null, language: SOURCE };
  await tx
    .insertInto('import_batches')
    .values({ ...batch, paper: '', rows_count: LISTED.length, created_at, undone_at: null })
    .execute();
  for (const [nth, { key, ...row }] of LISTED.entries())
    await tx
      .insertInto('import_rows')
      .values({
        id: idAt(created_at + nth),
        batch_id,
        line: nth + 1,
        ...row,
        phone: null,
        sent_at: created_at,
        application_id: null,
        member_id: members.get(key) ?? null,
      })
      .execute();
}
