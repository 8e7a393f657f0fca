// The rows of a co-op member besides posts and pickups: an application, passkeys, blocks, and decisions of staff, to
// whom they once belonged.
import { newId } from '#lib/server/platform/new-id.ts';
import type { ApiResponse } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { block } from './blocks.ts';
import { addAuthor, comment, decide, decisionId, FORUM, OWN_MODERATION } from './moderation.ts';
import { PASSKEYS, tryToAdd } from './passkeys.ts';
import { postForm, POSTS, type Sent } from './posts.ts';
import { signedInStaff } from './staff.ts';

const DAY_MS = 86_400_000;

/** The member, and the word in all of their texts. */
interface Subject {
  subject: MemberBrowser;
  mark: string;
}

/** @throws Error unless the response is successful */
async function ok(response: Promise<ApiResponse>): Promise<ApiResponse> {
  const { status, body, ...rest } = await response;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return { status, body, ...rest };
}

/** Adds their own application, a failed one, and one that they decided. */
async function addApplications({ services }: Site, { subject, mark }: Subject): Promise<void> {
  const { id, email } = subject.member;
  const shared = {
    last_name: 'Reyes',
    contact_phone: null,
    role: 'farmer',
    town: null,
    about: 'Rice',
    language: 'en',
    terms_version: 1,
    privacy_version: 1,
    invitation_id: null,
    origin: 'application',
    token_hash: null,
    token_expires_at: null,
    decided_at: null,
    reason: null,
    created_at: services.now(),
  } as const;
  const theirs = {
    ...shared,
    first_name: `${mark}first`,
    about: `${mark} about`,
    decided_by: null,
  };
  const old = `old-${mark}@glean.example`;
  const others = { ...shared, first_name: 'Lea', email: 'lea@farm.example', member_id: null };
  await services.db
    .insertInto('applications')
    .values([
      { ...theirs, id: newId(), email: old, status: 'joined', member_id: id },
      { ...theirs, id: newId(), email: old, status: 'declined', member_id: null },
      { ...theirs, id: newId(), email, status: 'waiting', member_id: null },
      { ...others, id: newId(), status: 'admitted', decided_by: id },
    ])
    .execute();
}

/** Adds rows that they created as staff. */
async function addStaffRows({ services }: Site, { member }: MemberBrowser): Promise<void> {
  const { db, now } = services;
  const invitation = { note: 'Door', role: null, max_uses: 5, uses: 0, until: '2030-01-01' };
  const secrets = { code_hash: newId(), encrypted_code: 'none', revoked_at: null };
  await db
    .insertInto('invitations')
    .values({ id: newId(), ...invitation, ...secrets, created_by: member.id, created_at: now() })
    .execute();
  const batch = { id: newId(), made_by: member.id, paper: 'Blue folder', language: 'en' };
  await db
    .insertInto('import_batches')
    .values({ ...batch, rows_count: 1, created_at: now(), undone_at: null })
    .execute();
  const row = { id: newId(), batch_id: batch.id, line: 1, role: 'farmer', town: null } as const;
  const names = { first_name: 'Lea', last_name: 'Manalo', email: null, phone: null };
  await db
    .insertInto('import_rows')
    .values({ ...row, ...names, sent_at: null, application_id: null, member_id: member.id })
    .execute();
  const content = { title: 'Straw', language: 'en', translation_of: null, blocks: '[]' };
  const draft = { ...content, cover_key: null, version: 1 };
  const saved = { published_version: null, saved_from: null, updated_at: now() };
  await db
    .insertInto('resource_drafts')
    .values({ id: newId(), ...draft, ...saved, updated_by: member.id })
    .execute();
  const times = { created_at: now(), expires_at: now() + DAY_MS };
  await db
    .insertInto('desk_codes')
    .values({ member_id: member.id, code_hash: newId(), actor_id: member.id, ...times })
    .execute();
  await db
    .insertInto('deleted_resources')
    .values({ id: newId(), deleted_by: member.id, deleted_at: now() })
    .execute();
}

async function addPasskey({ subject, mark }: Subject): Promise<void> {
  const { body } = await ok(tryToAdd(subject));
  await ok(
    subject.change('PATCH', `${PASSKEYS}/${body['data'].passkey_id}`, { name: `${mark} key` }),
  );
}

/** Staff remove a post of theirs, giving a reason, and they reply. */
async function loseAPost(staff: MemberBrowser, { subject, mark }: Subject, image: Sent) {
  const texts = { title: `${mark}phones`, description: 'New' };
  const { body } = await ok(subject.post(POSTS, postForm([image], texts)));
  const removal = await ok(
    decide(staff, 'post', body['data'].post_id, { note: `${mark} sells phones` }),
  );
  const id = decisionId(removal);
  await ok(subject.post(`${OWN_MODERATION}/${id}/reply`, { content: `${mark} reply` }));
  await ok(staff.post(`/api/admin/decisions/${id}/response`, { content: `${mark}, no` }));
}

/** They are reported as a member and for a comment, which is removed with its post. */
async function beReported(site: Site, staff: MemberBrowser, { subject, mark }: Subject) {
  const { author, postId } = await addAuthor(site);
  const commentId = await comment(subject, postId, `${mark} comment`);
  const report = { report_desc: `${mark} is rude` };
  await ok(author.post(`${POSTS}/${postId}/comments/${commentId}/report`, report));
  await ok(author.post(`${FORUM}/users/${subject.member.id}/report`, report));
  await ok(decide(staff, 'post', postId));
  const other = await site.signedIn();
  await ok(block(other, subject));
  await ok(block(subject, author));
}

/** They suspend themselves, as staff. */
async function addSuspension({ services }: Site, { subject, mark }: Subject): Promise<void> {
  const { db, now } = services;
  const { id: member_id } = subject.member;
  const until = now() + DAY_MS;
  const id = newId();
  const nothing = { reversed_at: null, reply: null, replied_at: null, response: null };
  await db
    .insertInto('moderation_decisions')
    .values({
      id,
      kind: 'suspension',
      member_id,
      actor_id: member_id,
      subject_id: member_id,
      excerpt: '',
      reason: '',
      note: `${mark} is rude`,
      reports_count: 1,
      until,
      created_at: now(),
      ...nothing,
      responded_at: null,
    })
    .execute();
  await db.insertInto('suspensions').values({ member_id, decision_id: id, until }).execute();
}

/**
 * Adds all these rows to a member, who is suspended in the end.
 * @param who must have confirmed their identity in the last 15 minutes
 * @param image of the removed post
 */
export async function addCoopRows(site: Site, who: Subject, image: Sent): Promise<void> {
  const staff = await signedInStaff(site);
  await addApplications(site, who);
  await addStaffRows(site, who.subject);
  await addPasskey(who);
  await loseAPost(staff, who, image);
  await beReported(site, staff, who);
  await addSuspension(site, who);
}
