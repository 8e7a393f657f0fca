// Staff import members from a list. People with an email are invited, and become members once they agree; those
// without one have agreed on paper (docs/decisions/0091-import.md).
import type { ListQuery } from '#lib/contract/pagination.ts';
import type {
  Import,
  ImportDetail,
  ImportInput,
  ImportList,
  ImportPage,
  ImportPreview,
  LeftRow,
  NewRow,
} from '#lib/contract/people/imports.ts';
import { IMPORT_DAYS } from '#lib/contract/people/imports.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { DEFAULTS } from '#lib/server/people/members/queries.ts';
import { getMemberOrThrow } from '#lib/server/people/members/service.ts';
import { freeNumbers } from '#lib/server/people/sign-in-phones/give-numbers.ts';
import { beginOnPaper, requireRoom } from '#lib/server/people/stewards/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, ImportRowTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { decodeSheet } from '#lib/server/platform/decode-sheet.ts';
import { AppError, fieldError, nameField, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { randomToken } from '#lib/server/platform/secrets.ts';

import * as queries from './queries.ts';
import { loginOf, readList } from './read-list.ts';

const HOUR = 3600;
const DAY_MS = 86_400_000;

export const LIMITS = defineLimits({
  // A preview reveals who is a member.
  importPreview: {
    what: 'lists of people that a member of staff has checked',
    points: 60,
    seconds: HOUR,
  },
  importMembers: {
    what: 'lists of people that a member of staff brings in',
    points: 20,
    seconds: HOUR,
  },
});

type Known = Awaited<ReturnType<typeof queries.findKnown>>;

/** @returns a sentence if the person is already known, else null */
function presence({ email, phone }: NewRow, known: Known): string | null {
  if (email !== null) {
    if (known.emails.has(email)) return t('import.present_email');
    if (known.invited.has(email)) return t('import.present_invited');
    return known.applied.has(email) ? t('import.present_applied') : null;
  }
  if (isAnothers(phone, known)) return t('import.present_phone');
  if (known.claimedPhones.has(phone)) return t('import.present_claim');
  return known.contactPhones.has(phone) ? t('import.present_contact') : null;
}

/** Whether staff confirmed the number for another member. */
const isAnothers = (phone: string | null, { signInPhones, claimedPhones }: Known): boolean =>
  signInPhones.has(phone) && !claimedPhones.has(phone);

const byLine = (a: LeftRow, b: LeftRow): number => a.line - b.line;

async function checkList(
  db: Executor,
  input: ImportList & { given?: string[] },
): Promise<ImportPreview> {
  const { rows, wrong, present, leave, ...others } = readList(input);
  const count = rows.length + wrong.length + present.length;
  if (count === 0) throw fieldError('list', 'import_empty');
  const known = await queries.findKnown(
    db,
    rows.flatMap(({ email }) => email ?? []),
    rows.flatMap(({ email, phone }) => (email === null ? (phone ?? []) : [])),
  );
  const isNew: NewRow[] = [];
  for (const row of rows) {
    const sentence = presence(row, known);
    const { email, phone } = row;
    const canBeGiven = email === null && phone !== null && !isAnothers(phone, known);
    if (sentence === null || (canBeGiven && input.given?.includes(phone))) isNew.push(row);
    else present.push({ ...leave(row, sentence), ...(canBeGiven && { phone }) });
  }
  return { ...others, rows: isNew, wrong, present: present.toSorted(byLine) };
}

/** @returns the text of a spreadsheet file, as if it were pasted */
export const readListFile = (bytes: Uint8Array): string => decodeSheet(bytes);

/** Previews an import: the people to import, and for all other rows why they are left out. Nothing is written. */
export async function previewImport(ctx: Ctx, input: ImportList): Promise<ImportPreview> {
  const { id } = authorizeAct(ctx, 'members.imported');
  await ctx.limits.consume(LIMITS.importPreview, id);
  return checkList(ctx.db, input);
}

/** The place of the papers, which is required if people without an email are imported. */
function paperOf({ has_paper, paper }: ImportInput, hasPaper: boolean): string {
  if (!hasPaper) return '';
  if (!has_paper) throw fieldError('has_paper', 'paper_required');
  if (paper === '') throw fieldError('paper', 'paper_place_required');
  return paper;
}

/** Finds the steward by id, email or phone number. */
async function findSteward(ctx: Ctx, { steward }: ImportInput): Promise<string> {
  const { member_id } = await getMemberOrThrow(ctx, steward).catch((error: unknown) => {
    throw error instanceof AppError ? nameField(error, 'steward') : error;
  });
  return member_id;
}

type Member = Parameters<typeof queries.insertMembers>[1][number];
type Added = NewRow & { member_id: string };

/** Adds people who agreed on paper, as staff do in person: they log in with their number once they have a password. */
async function addMembers(ctx: Ctx, tx: Executor, rows: NewRow[], password_hash: string) {
  const toMember = ({ first_name, last_name, role, town, phone }: NewRow): Member => ({
    ...DEFAULTS,
    id: newId(),
    password_hash,
    first_name,
    middle_name: '',
    last_name,
    role,
    town,
    email: null,
    sign_in_phone: phone,
    contact_phone: phone,
    joined_at: ctx.now(),
  });
  const members = rows.map(toMember);
  await freeNumbers(
    ctx,
    tx,
    rows.flatMap(({ phone }) => phone ?? []),
  );
  const added = await queries.insertMembers(tx, members);
  return rows.flatMap((row, nth): Added[] => {
    const member_id = members[nth]?.id ?? '';
    return added.has(member_id) ? [Object.assign({ member_id }, row)] : [];
  });
}

const recordAdded = async (tx: Executor, actorId: string, added: Added[]): Promise<void> => {
  for (const { member_id: targetId, role } of added)
    await recordAct(tx, {
      actorId,
      act: 'member.added',
      targetType: 'member',
      targetId,
      details: { role },
    });
};

/** Stores the rows of a list. @returns the number of people imported */
async function addRows(
  tx: Executor,
  batch_id: string,
  rows: (NewRow & { member_id: string | null })[],
) {
  const emails = rows.flatMap(({ email }) => email ?? []);
  await queries.deleteEndedRows(tx, emails);
  const unsent = { batch_id, sent_at: null, application_id: null };
  return queries.insertRows(
    tx,
    rows.map((row) => Object.assign({ id: newId() }, unsent, row)),
  );
}

// In a fixed order, so that two imports with the same people do not deadlock.
const byLogin = (a: NewRow, b: NewRow): number => (loginOf(a) < loginOf(b) ? -1 : 1);

interface Split {
  byEmail: NewRow[];
  byPhone: NewRow[];
}

const split = (rows: NewRow[]): Split => {
  const sorted = rows.toSorted(byLogin);
  return {
    byEmail: sorted.filter(({ email }) => email !== null),
    byPhone: sorted.filter(({ email }) => email === null),
  };
};

const nothing = () => fieldError('list', 'import_nothing');

function languageOf(ctx: Ctx, { language }: ImportInput): string {
  const chosen = language ?? currentLanguage();
  if (!ctx.config.languages.includes(chosen))
    throw fieldError('language', 'guide_language_invalid');
  return chosen;
}

/** What is computed before the transaction of an import. */
interface Plan extends Split {
  paper: string;
  language: string;
  stewardId: string | null;
  passwordHash: string;
}

async function planImport(ctx: Ctx, input: ImportInput): Promise<Plan> {
  const { rows, unknown_columns } = await checkList(ctx.db, input);
  if (unknown_columns.some(({ use }) => use === null))
    throw fieldError('columns', 'import_columns_unknown');
  const { byEmail, byPhone } = split(rows);
  if (byEmail.length + byPhone.length === 0) throw nothing();
  const isStewarded = input.without_email === 'steward' && byPhone.length > 0;
  return {
    byEmail,
    byPhone,
    paper: paperOf(input, byPhone.length > 0),
    language: languageOf(ctx, input),
    stewardId: isStewarded ? await findSteward(ctx, input) : null,
    // All get the same random password, which no one knows.
    passwordHash: byPhone.length > 0 ? await hashPassword(randomToken()) : '',
  };
}

/**
 * Imports a list: people with an email are invited within the next hours, those without become members. Invalid rows
 * and known people are left out.
 */
export async function importMembers(ctx: Ctx, input: ImportInput): Promise<ImportDetail> {
  const { id: actorId } = authorizeAct(ctx, 'members.imported');
  await ctx.limits.consume(LIMITS.importMembers, actorId);
  const { byEmail, byPhone, paper, language, stewardId, passwordHash } = await planImport(
    ctx,
    input,
  );
  const id = newId();
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'members.imported', stewardId === null ? [] : [stewardId]);
    if (stewardId !== null) await requireRoom(tx, { stewardId, actorId }, byPhone.length);
    const times = { created_at: ctx.now(), undone_at: null };
    await queries.insertBatch(tx, {
      id,
      made_by: actorId,
      paper,
      language,
      rows_count: 1,
      ...times,
    });
    const added = await addMembers(ctx, tx, byPhone, passwordHash);
    const invited = byEmail.map((row) => Object.assign({ member_id: null }, row));
    const members = await addRows(tx, id, [...added, ...invited]);
    // Another import has added all of them since.
    if (members === 0) throw nothing();
    await queries.setRowsCount(tx, id, members);
    const ids = added.map(({ member_id }) => member_id);
    if (stewardId !== null)
      await beginOnPaper(ctx, tx, { stewardId, personIds: ids, paper, actorId });
    const target = { targetType: 'import', targetId: id } as const;
    const details = { members, by_phone: added.length };
    await recordAct(tx, { actorId, act: 'members.imported', ...target, details });
    await recordAdded(tx, actorId, added);
  });
  return getImport(ctx, id);
}

const toImport = (row: queries.BatchRow): Import => ({
  import_id: row.id,
  imported_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  paper: row.paper,
  people: row.rows_count,
  created_at: new Date(row.created_at).toISOString(),
  undone_at: row.undone_at === null ? null : new Date(row.undone_at).toISOString(),
});

function stateOf(row: ImportRowTable): ImportDetail['rows'][number]['state'] {
  if (row.member_id !== null) return row.email === null ? 'added' : 'joined';
  if (row.sent_at === null) return 'waiting';
  return row.application_id === null ? 'ended' : 'invited';
}

/** Lists imports, newest first. */
export async function listImports(ctx: Ctx, list: ListQuery): Promise<ImportPage> {
  requireStaffViewer(ctx);
  const rows = await queries.listBatches(ctx.db, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { imports: items.map(toImport), nextCursor };
}

/** Gets an import with the state of each row. */
export async function getImport(ctx: Ctx, id: string): Promise<ImportDetail> {
  requireStaffViewer(ctx);
  const batch = await queries.findBatch(ctx.db, id);
  if (!batch) throw notFound('import');
  const rows = await queries.listRows(ctx.db, id);
  return {
    ...toImport(batch),
    rows: rows.map((row) => ({
      line: row.line,
      name: `${row.first_name} ${row.last_name}`,
      role: row.role,
      town: row.town,
      state: stateOf(row),
      account_id: row.member_id,
    })),
  };
}

/** Deletes people of imports who did not become members within 30 days. */
export const deleteOldImports = ({ db, now }: Services): Promise<void> =>
  queries.deleteOldRows(db, now() - IMPORT_DAYS * DAY_MS);
