import { Hono } from 'hono';

import { IMPORT_COLUMNS, IMPORT_ROWS } from '#lib/contract/limits.ts';
import { staffImportPath } from '#lib/contract/paths.ts';
import {
  columnField,
  columnLetter,
  ImportDetail,
  ImportInput,
  ImportList,
  ImportPage,
  ImportPreview,
  ImportQuery,
  readColumnFields,
  givenField,
  readGivenFields,
} from '#lib/contract/people/imports.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/platform/http/middleware/limit-requests.ts';
import type { UploadLimits } from '#lib/server/platform/http/multipart.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import {
  getImport,
  importMembers,
  LIMITS,
  listImports,
  previewImport,
  readListFile,
} from './service.ts';
import { undoImport } from './undo-import.ts';

const LIST_ERRORS = [
  'confirmation_required',
  'import_empty',
  'import_too_long',
  'import_too_wide',
] as const;

/** Imports of members from a list. */
export const calls = {
  'GET /admin/imports': call({
    summary: 'List the lists of members that were brought in',
    query: ImportQuery,
    response: ImportPage,
    run: (ctx, { query }) => listImports(ctx, query),
  }),
  'POST /admin/imports/preview': call({
    summary: 'Check a list of people, of which nothing is stored',
    body: ImportList,
    response: ImportPreview,
    errors: LIST_ERRORS,
    limits: [LIMITS.importPreview],
    run: (ctx, { body }) => previewImport(ctx, body),
  }),
  'POST /admin/imports': call({
    summary: 'Bring in a list of people: they are invited by email, or agreed on paper',
    body: ImportInput,
    response: ImportDetail,
    status: [201],
    errors: [
      ...LIST_ERRORS,
      'import_columns_unknown',
      'import_nothing',
      'paper_required',
      'paper_place_required',
      'guide_language_invalid',
      'unknown_member',
      'member_disabled',
      'too_many_people',
      'steward_is_actor',
    ],
    limits: [LIMITS.importMembers],
    run: (ctx, { body }) => importMembers(ctx, body),
  }),
  'GET /admin/imports/:id': call({
    summary: 'Read what became of a list of people',
    response: ImportDetail,
    ids: { id: 'import' },
    run: (ctx, { id }) => getImport(ctx, id),
  }),
  'DELETE /admin/imports/:id': call({
    summary: 'Undo a list of people: those who used nothing yet are taken back',
    response: ImportDetail,
    errors: ['confirmation_required'],
    ids: { id: 'import' },
    run: (ctx, { id }) => undoImport(ctx, id),
  }),
} satisfies Calls;

const UPLOAD: UploadLimits = {
  files: 1,
  tooManyFiles: 'too_many_attachments',
  fileBytes: 400_000,
  textBytes: 400_000,
  totalBytes: 900_000,
  fileField: 'file',
  textFields: [
    'action',
    'list',
    'without_email',
    'steward',
    'has_paper',
    'paper',
    'language',
    ...Array.from({ length: IMPORT_COLUMNS }, (_, nth) => columnField(columnLetter(nth))),
    ...Array.from({ length: IMPORT_ROWS }, (_, nth) => givenField(nth)),
  ],
};

/** The preview of an import is only shown, not stored. */
async function showPreview(
  ctx: Ctx,
  { values, c }: SentForm,
  columns: Record<string, string>,
): Promise<void> {
  const input = parse(ImportList, { list: values.get('list') ?? '', columns });
  c.set('importPreview', { ...(await previewImport(ctx, input)), list: input.list });
}

const checkWith =
  (render: RenderRejected | undefined): FormAction =>
  async (ctx, form) => {
    const { values, files, c } = form;
    const [file] = files;
    // A rejected form is shown again with the contents of the file.
    if (file) values.set('list', readListFile(file.bytes));
    // The columns in the form belong to the previous list.
    await showPreview(ctx, form, file ? {} : readColumnFields(values));
    return render ? render(c) : c.body(null, 204);
  };

async function bringIn(ctx: Ctx, { values }: SentForm): Promise<string> {
  const { import_id } = await importMembers(
    ctx,
    parse(ImportInput, {
      list: values.get('list') ?? '',
      columns: readColumnFields(values),
      given: readGivenFields(values),
      without_email: values.get('without_email') ?? 'phone',
      steward: values.get('steward') ?? '',
      has_paper: values.has('has_paper'),
      paper: values.get('paper') ?? '',
      language: values.get('language'),
    }),
  );
  return `${staffImportPath(import_id)}?done=import`;
}

/** Imports a list. When rejected, the page shows its preview again. */
async function bringInOrShow(ctx: Ctx, form: SentForm): Promise<string> {
  try {
    return await bringIn(ctx, form);
  } catch (error) {
    await showPreview(ctx, form, readColumnFields(form.values)).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown;
    });
    throw error;
  }
}

async function undo(ctx: Ctx, form: SentForm): Promise<string> {
  const id = readId(form.id, 'import');
  await undoImport(ctx, id);
  return `${staffImportPath(id)}?done=undo`;
}

/** The plain forms on the staff's import pages. */
export const importForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(
      '/',
      limitConcurrentUploads,
      handleForms(render, { check: checkWith(render), import: bringInOrShow }, { upload: UPLOAD }),
    )
    .post('/:id', handleForms(render, { undo }));
