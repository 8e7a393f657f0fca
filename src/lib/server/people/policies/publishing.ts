import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text as readText } from 'node:stream/consumers';

import { CONSENT_DOCUMENTS } from '#lib/contract/people/consents.ts';
import {
  POLICIES,
  type Policy,
  type PolicyKind,
  type PolicyUpload,
  type PolicyVersions,
} from '#lib/contract/people/policies.ts';
import { policyName } from '#lib/messages/names/policy-names.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { insertConsents } from '#lib/server/people/policies/consents/queries.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, PolicyTable, PolicyVersionTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { boundedQueue } from '#lib/server/platform/fair-queue.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import type { StoredFile } from '#lib/server/platform/storage/file-store.ts';
import { saveDocument } from '#lib/server/platform/storage/save-files.ts';

import * as policies from './queries.ts';
import { documentUrl, toSections } from './service.ts';

// The first bytes of every PDF (ISO 32000-2, 7.5.2).
const PDF_MAGIC = Buffer.from('%PDF-');

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, PDF_MAGIC.length)).equals(PDF_MAGIC);

/** The error code for a file that is not a PDF. */
const otherThanPdf = (bytes: Uint8Array | undefined) =>
  bytes?.length === 0 ? 'pdf_empty' : 'not_a_pdf';

/** The page already shows the title above the text. */
export const withoutTitle = (text: string, title: string): string =>
  text.replace(`## ${title}\n\n`, '');

type PublishedPolicy = Omit<PolicyTable, 'version'>;

const bytesOf = async ({ body }: StoredFile): Promise<Uint8Array> =>
  body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());

const targetOf = (kind: PolicyKind) => ({ targetType: 'policy', targetId: kind }) as const;

/**
 * Makes a policy the current one.
 * @param actorId the staff member; null for an operator's command
 * @returns the new version
 */
async function publish(
  tx: Executor,
  policy: PublishedPolicy,
  actorId: string | null,
): Promise<number> {
  const { updated_at, ...row } = policy;
  const version = await policies.upsertPolicy(tx, policy);
  const at = { created_at: updated_at, published_at: updated_at };
  await policies.insertVersion(tx, { ...row, ...at, version });
  const details = { version };
  await recordAct(tx, { actorId, act: 'policy.replaced', ...targetOf(row.kind), details });
  return version;
}

/**
 * Publishes a new version of a policy for an operator. Earlier versions stay.
 * @returns the new version
 */
export async function replacePolicy(
  services: Services,
  pdf: Uint8Array,
  policy: Omit<PublishedPolicy, 'file_key' | 'bytes'>,
): Promise<number> {
  if (!isPdf(pdf)) throw new AppError(otherThanPdf(pdf));
  const file_key = await saveDocument(services.files, pdf);
  return transact(services, { invalidates: ['policies'] }, (tx) =>
    publish(tx, { ...policy, file_key, bytes: pdf.length }, null),
  );
}

type VersionRow = Omit<PolicyVersionTable, 'text'>;

const toVersion = ({ version, title, file_key, bytes, created_at, published_at }: VersionRow) => ({
  version,
  title,
  content: documentUrl(file_key),
  size: bytes,
  date: new Date(published_at ?? created_at).toISOString(),
});

/** Lists the policies with all their versions, newest first, and the drafts. */
export async function listPolicyVersions(ctx: Ctx): Promise<PolicyVersions[]> {
  requireStaffViewer(ctx);
  const rows = await policies.listVersions(ctx.db);
  const kinds = Object.keys(POLICIES) as PolicyKind[];
  return kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const versions = own.filter(({ published_at }) => published_at !== null).map(toVersion);
    const draft = own.find(({ published_at }) => published_at === null);
    return {
      document: kind,
      title: versions[0]?.title ?? policyName(kind),
      versions,
      draft: draft ? toVersion(draft) : null,
    };
  });
}

/** Whether a PDF is byte for byte identical to the current one. */
async function isPresentFile(ctx: Ctx, kind: PolicyKind, pdf: Uint8Array): Promise<boolean> {
  const present = await policies.findPolicy(ctx.db, kind);
  if (present?.bytes !== pdf.length) return false;
  const file = await ctx.files.get(present.file_key);
  return file !== null && Buffer.from(pdf).equals(await bytesOf(file));
}

// Not bundled: it runs from the sources, like the operator's commands.
const PROGRAM = createRequire(import.meta.url).resolve(
  '#lib/server/people/policies/pdf-text-process.ts',
);
const FLAGS = ['--max-old-space-size=192'];
const DEADLINE_MS = 60_000;
// PostgreSQL cannot store NUL.
const NUL = '\0';

// Every PDF has this near its end (ISO 32000-2, 7.5.5): without it, a reader would search the whole file.
const hasEnd = (pdf: Uint8Array): boolean => Buffer.from(pdf).includes('startxref');

const queue = boundedQueue({ running: 1, waiting: 4 });

async function runProgram(pdf: Uint8Array): Promise<string | null> {
  const child = spawn(process.execPath, [...FLAGS, PROGRAM], {
    // No settings, and so no secrets.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  // The process may exit before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(pdf);
  const [output, isDone] = await Promise.all([readText(child.stdout), ended]);
  return isDone ? output : null;
}

/**
 * Extracts the text of a PDF in a separate process.
 * @returns empty for a PDF without text; null for one that is damaged, locked, or takes too long
 */
async function extractText(pdf: Uint8Array): Promise<string | null> {
  if (!hasEnd(pdf)) return null;
  const output = await queue(() => runProgram(pdf));
  return output === null ? null : output.replaceAll(NUL, '').toWellFormed().trim();
}

/** Stores a PDF as the draft of a policy, replacing an earlier draft. */
export async function uploadPolicy(
  ctx: Ctx,
  kind: PolicyKind,
  pdf: Uint8Array | undefined,
  { title, text }: PolicyUpload,
): Promise<void> {
  requireStaffViewer(ctx);
  if (!pdf || !isPdf(pdf)) throw fieldError('pdf', otherThanPdf(pdf));
  if (await isPresentFile(ctx, kind, pdf)) throw fieldError('pdf', 'policy_unchanged');
  // Checked even when the text was typed: members must be able to open the file.
  const extracted = await extractText(pdf);
  if (extracted === null) throw fieldError('pdf', 'pdf_unreadable');
  const found = text || extracted;
  if (found === '') throw fieldError('text', 'policy_text_required');
  const file_key = await saveDocument(ctx.files, pdf);
  const row = { kind, title, file_key, bytes: pdf.length, text: withoutTitle(found, title) };
  await transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'policy.uploaded');
    await policies.replaceDraft(tx, { ...row, created_at: ctx.now() });
    await recordAct(tx, { actorId, act: 'policy.uploaded', ...targetOf(kind) });
  });
}

/** Gets the draft of a policy, as members will see it. */
export async function getPolicyDraft(ctx: Ctx, kind: PolicyKind): Promise<Policy> {
  requireStaffViewer(ctx);
  const draft = await policies.findDraft(ctx.db, kind);
  if (!draft) throw notFound('policy');
  const { content, size, date, title } = toVersion(draft);
  return { kind, title, content, size, updated: date, sections: toSections(draft.text) };
}

/** Staff who publish a document that members agree to have agreed to it. */
async function agreeTo(ctx: Ctx, tx: Executor, kind: PolicyKind, version: number): Promise<void> {
  const document = CONSENT_DOCUMENTS.find((each) => each === kind);
  if (!document) return;
  const { id: member_id } = requireStaffViewer(ctx);
  const at = { agreed_at: ctx.now(), withdrawn_at: null };
  await insertConsents(tx, [
    { id: newId(), member_id, document, version, origin: 'settings', ...at },
  ]);
}

/**
 * Publishes the draft of a policy as its next version. The publishing staff member agrees to it.
 * @param content the URL of the PDF that staff have reviewed
 * @returns the version
 */
export function publishPolicy(ctx: Ctx, kind: PolicyKind, content: string): Promise<number> {
  return transact(ctx, { invalidates: ['policies'] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'policy.replaced');
    // Another staff member may publish it at the same moment.
    const draft = await policies.deleteDraft(tx, kind);
    if (!draft) throw notFound('policy');
    if (documentUrl(draft.file_key) !== content) throw new AppError('policy_draft_changed');
    const { title, file_key, bytes, text } = draft;
    const policy = { kind, title, file_key, bytes, text, updated_at: ctx.now() };
    const version = await publish(tx, policy, actorId);
    await agreeTo(ctx, tx, kind, version);
    return version;
  });
}

/** Deletes the draft of a policy; repeating changes nothing. */
export function discardPolicyDraft(ctx: Ctx, kind: PolicyKind): Promise<void> {
  return transact(ctx, { invalidates: [] }, async (tx) => {
    const { id: actorId } = await lockStaffViewer(ctx, tx, 'policy.discarded');
    if (!(await policies.deleteDraft(tx, kind))) return;
    await recordAct(tx, { actorId, act: 'policy.discarded', ...targetOf(kind) });
  });
}
