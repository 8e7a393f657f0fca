import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { makeZip } from 'client-zip';

import { imageSize } from '#lib/contract/images.ts';
import { PRIVACY_PATH } from '#lib/contract/paths.ts';
import { EXPORT_DAYS } from '#lib/contract/privacy/exports.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { currentLanguage, runInLanguage, t } from '#lib/messages/t.ts';
import { listImages } from '#lib/server/forum/posts/queries.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { getMemberOrThrow } from '#lib/server/people/members/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import { findStoredFile } from '#lib/server/platform/images/service.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import { listRowsOf } from '#lib/server/privacy/personal-data/row-queries.ts';
import type { PersonalRow } from '#lib/server/privacy/personal-data/rules.ts';
import { PERSONAL_TABLES, type PersonalTable } from '#lib/server/privacy/personal-data/tables.ts';
import { site, timeZone } from '#lib/site.ts';

import * as queries from './queries.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
const escapeHtml = (value: unknown): string =>
  toText(value).replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const timeFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, { dateStyle: 'long', timeStyle: 'short', timeZone }),
);
const formatTime = (value: unknown): string => timeFormat().format(new Date(toText(value)));

const STYLE = `body{font:17px/1.5 system-ui,sans-serif;max-width:40em;margin:0 auto;padding:16px}
img{max-width:100%;height:auto}dt{font-weight:600}dd{margin:0 0 .5em}article{border-top:1px solid #ccc;padding:1em 0}
.text{white-space:pre-line;overflow-wrap:anywhere}`;

const head = (now: number) => `<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(t('export_data.title', { site: site.name }))}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(t('export_data.title', { site: site.name }))}</h1>
<p>${escapeHtml(t('export_data.as_of', { time: timeFormat().format(now), email: site.contactEmail }))}</p>
`;

/** @returns the path of an image in the zip */
const imagePath = (key: string): string => `images/${key}.webp`;
/** @returns the path of a table's rows in the zip */
const dataPath = (table: string): string => `data/${table}.json`;

const writeImage = (key: string, alt: string | null = null): string =>
  `<img src="${imagePath(key)}" alt="${escapeHtml(alt ?? '')}">\n`;

const writeAvatar = ({ avatar_key: key }: PersonalRow): string =>
  typeof key === 'string' ? writeImage(key) : '';

const columnName = (column: string): string =>
  t('export_data.column', { column, name: column.replaceAll('_', ' ') });

const writeAccount = (row: PersonalRow): string =>
  `<dl>${Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([column, value]) =>
        `<dt>${escapeHtml(columnName(column))}</dt><dd>${escapeHtml(value)}</dd>`,
    )
    .join('\n')}</dl>\n`;

async function writePost({ db }: Services, row: PersonalRow): Promise<string> {
  const stored = await listImages(db, toText(row['id']));
  const images = stored.map(({ image_key, alt }) => writeImage(image_key, alt));
  return `<article><h3>${escapeHtml(row['title'])}</h3>
<p>${formatTime(row['created_at'])}</p><p class="text">${escapeHtml(row['description'])}</p>
${images.join('')}</article>
`;
}

const writeComment = async (_: Services, row: PersonalRow): Promise<string> =>
  `<article><p>${formatTime(row['created_at'])}</p><p class="text">${escapeHtml(row['content'])}</p></article>\n`;

/** The tables that are also written as readable pages; the rest is only in the data files. */
const READABLE: Record<string, (services: Services, row: PersonalRow) => Promise<string>> = {
  members: async (_, row) => writeAvatar(row) + writeAccount(row),
  posts: writePost,
  comments: writeComment,
};

// Bounds the memory of an export.
const ROWS_BATCH = 200;

/** Times are milliseconds in the database, and ISO 8601 in the export. */
const toReadable = (row: PersonalRow): PersonalRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      column.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );

/** Lists a member's rows of a table for the export, in batches. */
async function* listRows(
  { db }: Services,
  table: PersonalTable,
  memberId: string,
): AsyncGenerator<PersonalRow> {
  for (let after: string | null = null; ;) {
    const { rows, next } = await listRowsOf(db, table, memberId, after, ROWS_BATCH);
    for (const row of rows) yield toReadable(table.redact?.(row, memberId) ?? row);
    if (next === null) return;
    after = next;
  }
}

async function* writeSection(services: Services, table: PersonalTable, memberId: string) {
  const write = READABLE[table.table];
  if (!write) return;
  yield `<h2>${escapeHtml(table.label())}</h2>\n`;
  let isEmpty = true;
  for await (const row of listRows(services, table, memberId)) {
    isEmpty = false;
    yield write(services, row);
  }
  if (isEmpty) yield `<p>${escapeHtml(t('export_data.none'))}</p>\n`;
}

/** Writes the page of an export in parts: it opens in any browser, and loads nothing from the network. */
async function* writeIndex(services: Services, memberId: string): AsyncGenerator<string> {
  yield head(services.now());
  for (const table of PERSONAL_TABLES) yield* writeSection(services, table, memberId);
  const links = PERSONAL_TABLES.map(
    ({ table, label }) => `<li><a href="${dataPath(table)}">${escapeHtml(label())}</a></li>`,
  );
  yield `<h2>${escapeHtml(t('export_data.all'))}</h2>\n<ul>${links.join('\n')}</ul>\n</body></html>\n`;
}

async function* writeJson(services: Services, table: PersonalTable, memberId: string) {
  let separator = '[\n';
  for await (const row of listRows(services, table, memberId)) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Lists the images in a member's rows, each in its largest size. */
async function* listFiles(services: Services, memberId: string) {
  for (const table of PERSONAL_TABLES) {
    const columns = table.files?.filter((column) => table.exported.includes(column)) ?? [];
    if (columns.length === 0) continue;
    for await (const row of listRows(services, table, memberId))
      yield* columns.map((column) => row[column]).filter((key) => typeof key === 'string');
  }
}

/** Runs a generator in a language, since its consumer runs in another context. */
const inLanguage = (language: string, parts: AsyncGenerator<string>): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => ({ next: () => runInLanguage(language, () => parts.next()) }),
});

/** The files of the zip, each opened after the previous one is written: memory does not grow with their number. */
async function* listEntries(services: Services, memberId: string, language: string) {
  const lastModified = new Date(services.now());
  yield {
    name: 'index.html',
    lastModified,
    input: inLanguage(language, writeIndex(services, memberId)),
  };
  for (const table of PERSONAL_TABLES) {
    const input = writeJson(services, table, memberId);
    yield { name: dataPath(table.table), lastModified, input };
  }
  for await (const key of listFiles(services, memberId)) {
    const file = await findStoredFile(services, `${key}/${imageSize(key).width}.webp`);
    if (file) yield { name: imagePath(key), lastModified, input: file.body };
  }
}

/**
 * Writes a member's data to a zip: every row that names them as JSON, their images, and a readable page.
 * @param path must not exist
 * @throws StorageError, and file system errors
 */
async function writeZip(services: Services, memberId: string, path: string): Promise<void> {
  const zip = makeZip(
    listEntries(services, memberId, currentLanguage()),
  ) as ReadableStream<Uint8Array>;
  await pipeline(Readable.fromWeb(zip), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

/**
 * Writes everything that names a member to a zip, for an operator.
 * @param path must not exist
 * @returns the member's name
 * @throws file system errors
 */
export async function exportMember(
  services: Services,
  idOrEmail: string,
  path: string,
): Promise<string> {
  const { member_id, first_name, last_name } = await getMemberOrThrow(services, idOrEmail);
  await writeZip(services, member_id, path);
  await recordAct(services.db, {
    actorId: null,
    act: 'member.exported',
    targetType: 'member',
    targetId: member_id,
  });
  return `${first_name} ${last_name}`;
}

const DAY_MS = 86_400_000;
const BATCH = 10;
// An export whose server was killed is retried after this time.
const LEASE_MS = 900_000;
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

const retryDelay = (attempts: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);

async function announce(services: Services, tx: Executor, memberId: string, expiresAt: number) {
  const member = await queries.findRecipient(tx, memberId);
  if (!member) return;
  const link = services.config.publicUrl + PRIVACY_PATH;
  const write = (to: Email['to']): Email => ({
    to,
    subject: t('email.export_subject', { site: site.name }),
    paragraphs: [
      t('email.hello', { name: to.name }),
      t('email.export', { day: formatDay(expiresAt), link }),
      t('email.not_you_reset', { email: site.contactEmail }),
    ],
  });
  await inLanguageOf(tx, memberId, () =>
    enqueueEmailTo(services, tx, member, write, EXPORT_DAYS * DAY_MS),
  );
  await services.notify(tx, { event: 'export_ready', memberId });
}

/** @returns false when another server was faster, or the member is gone */
function finish(services: Services, id: string, file_key: string, bytes: number): Promise<boolean> {
  const ready_at = services.now();
  const expires_at = services.clock.latest() + EXPORT_DAYS * DAY_MS;
  return transact(services, { invalidates: [] }, async (tx) => {
    const made = { file_key, bytes, ready_at, expires_at };
    const owner = await queries.finishExport(tx, id, made);
    if (!owner) return false;
    await queries.deleteExportsBefore(tx, owner.member_id, id);
    await announce(services, tx, owner.member_id, expires_at);
    return true;
  });
}

async function makeExport(services: Services, { id, member_id }: queries.DueExport): Promise<void> {
  const key = `${randomBytes(16).toString('base64url')}.zip`;
  const bytes = await services.exportFiles.save(key, (path) => writeZip(services, member_id, path));
  if (await finish(services, id, key, bytes))
    services.log.info({ event: 'export_made', export: id });
  // After a crash, the cleanup removes the file.
  else await services.exportFiles.remove(key);
}

/** Makes the exports that members wait for. Failures are retried, with increasing delays. */
export async function makeDueExports(services: Services): Promise<void> {
  const { db, now, log } = services;
  for (const row of await queries.listDueExports(db, now(), BATCH)) {
    const attempts = row.attempts + 1;
    const lease = { run_at: now() + LEASE_MS, attempts };
    if (!(await queries.moveExport(db, row, lease))) continue;
    await makeExport(services, row).catch(async (error: unknown) => {
      log.error({ event: 'export_failed', export: row.id, attempts, error });
      const retry = { run_at: now() + retryDelay(attempts), attempts };
      await queries.moveExport(db, { ...row, attempts }, retry);
    });
  }
}
