// The plain forms of staff's pages of guides, policies and notifications.
import { expect, test } from 'vitest';

import type { Guide } from '#lib/contract/library/resource-drafts.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { createGuide, EDUHUB, GUIDES, imageFile, writeGuide } from '#tests/support/nouns/guides.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { makePdf } from '#tests/support/nouns/pdf.ts';
import { signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

/** Submits a form with files like a browser without JavaScript. @param token of the form */
async function sendFiles(
  browser: Browser,
  path: string,
  fields: Record<string, string | File>,
  token?: string,
): Promise<Response> {
  const form = new FormData();
  form.append('csrf_token', token ?? (await browser.token()));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { headers, body } = await toRequest(form);
  return browser.send(path, { method: 'POST', body, headers });
}

async function toRequest(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const headers = { 'content-type': type, origin: 'http://localhost' };
  return { headers, body: await request.arrayBuffer() };
}

const pathOf = ({ guide_id }: Guide) => `/staff/guides/${guide_id}`;

const load = async (staff: Browser, { guide_id }: Guide): Promise<Guide> =>
  (await staff.get(`${GUIDES}/${guide_id}`)).body['data'];

/** The fields of a guide's form. */
function fieldsOf({ title, cover, version, blocks }: Guide): Record<string, string> {
  const parts = blocks.flatMap((block, at) => [
    [`type.${at}`, block.type],
    [`content.${at}`, block.content],
    ...(block.type === 'image' ? [[`alt.${at}`, block.alt]] : []),
  ]);
  const own = { title, cover: cover ?? '', version: String(version), page: newId() };
  return { ...own, ...Object.fromEntries(parts) };
}

/** Presses a button of a guide's form. @returns the redirect without its path, and the guide */
async function press(staff: Browser, guide: Guide, fields: Record<string, string | File>) {
  const sent = await sendFiles(staff, pathOf(guide), { ...fieldsOf(guide), ...fields });
  const [status, location] = redirectOf(sent);
  expect(status).toBe(303);
  const now = await load(staff, guide);
  return { location: String(location).replace(pathOf(guide), ''), guide: now };
}

const shapeOf = ({ blocks }: Guide) => blocks.map(({ type, content }) => `${type} ${content}`);

test('the buttons add, fill, move and remove parts of a guide', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const begun = await sendForm(staff, '/staff/guides', { action: 'create' });
  const [status, path] = redirectOf(begun);
  expect(status).toBe(303);
  const [first] = (await staff.get(GUIDES)).body['data'].guides;
  expect(path).toBe(`/staff/guides/${first.guide_id}`);
  const empty = await load(staff, first);
  const one = await press(staff, empty, { action: 'add.HEADING', title: 'Straw' });
  expect([one.location, one.guide.title]).toEqual(['#part-1', 'Straw']);
  const two = await press(staff, one.guide, { action: 'add.TEXT', 'content.0': 'Soak it' });
  expect(two.location).toBe('#part-2');
  const three = await press(staff, two.guide, { action: 'up.1', 'content.1': 'For a night.' });
  expect(three.location).toBe('#part-1');
  expect(shapeOf(three.guide)).toEqual(['TEXT For a night.', 'HEADING Soak it']);
  const four = await press(staff, three.guide, { action: 'down.0' });
  expect([four.location, shapeOf(four.guide)]).toEqual([
    '#part-2',
    ['HEADING Soak it', 'TEXT For a night.'],
  ]);
  const five = await press(staff, four.guide, { action: 'remove.0' });
  expect([five.location, shapeOf(five.guide)]).toEqual(['#part-1', ['TEXT For a night.']]);
  const six = await press(staff, five.guide, { action: 'remove.0' });
  expect([six.location, six.guide.blocks]).toEqual(['#cover', []]);
});

test('an image becomes a part or the cover, and the form publishes', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const empty = await createGuide(staff);
  const image = await imageFile(80);
  const covered = await press(staff, empty, { action: 'cover', title: 'Straw', image });
  expect(covered.guide).toMatchObject({ cover: expect.stringContaining('-80x40/'), blocks: [] });
  const fields = { action: 'add.image', new_alt: 'A drum', image: await imageFile(60) };
  const added = await press(staff, covered.guide, fields);
  expect(added.location).toBe('#part-1');
  expect(added.guide.blocks).toMatchObject([{ type: 'image', alt: 'A drum' }]);
  const done = await press(staff, added.guide, { action: 'publish' });
  expect(done.location).toBe('?done=published');
  expect((await site.guest().get(`${EDUHUB}/${empty.guide_id}`)).status).toBe(200);
  expect((await press(staff, done.guide, { action: 'unpublish' })).location).toBe(
    '?done=unpublished',
  );
  const preview = await press(staff, done.guide, { action: 'preview' });
  expect(preview.location).toBe('/preview');
  const { version } = await load(staff, empty);
  const gone = await sendFiles(staff, pathOf(empty), {
    action: 'delete',
    version: String(version),
  });
  expect(redirectOf(gone)).toEqual([303, '/staff/guides']);
});

test('a new part is inserted before the chosen part', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const count = guide.blocks.length;
  const first = await press(staff, guide, { action: 'add.HEADING.0', 'content.0': 'Soak it' });
  expect(first.location).toBe('#part-1');
  expect(first.guide.blocks[0]).toMatchObject({ type: 'HEADING', content: '' });
  expect(first.guide.blocks[1]).toMatchObject({ content: 'Soak it' });
  const image = await imageFile(60);
  const second = await press(staff, first.guide, { action: 'add.image.1', image });
  expect(second.location).toBe('#part-2');
  expect(second.guide.blocks[1]).toMatchObject({ type: 'image', alt: '' });
  const last = await press(staff, second.guide, { action: `add.TEXT.${count + 2}` });
  expect(last.location).toBe(`#part-${count + 3}`);
  expect(last.guide.blocks).toHaveLength(count + 3);
});

test('a photo chosen before another part is added goes to the end', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const image = await imageFile(60);
  const added = await press(staff, guide, { action: 'add.TEXT.1', image });
  expect(added.location).toBe('#part-2');
  const [first, ...rest] = shapeOf(guide);
  expect(shapeOf(added.guide).slice(0, -1)).toEqual([first, 'TEXT ', ...rest]);
  expect(added.guide.blocks.at(-1)).toMatchObject({ type: 'image', alt: '' });
});

test('a photo of the guide becomes its cover', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const at = guide.blocks.findIndex(({ type }) => type === 'image');
  const photo = guide.blocks[at]?.content;
  const covered = await press(staff, guide, { action: `cover.${at}` });
  expect([covered.location, covered.guide.cover]).toEqual([`#part-${at + 1}`, photo]);
  expect(covered.guide.blocks).toEqual(guide.blocks);
});

test('an unknown button of a guide’s form saves nothing', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  // A heading cannot be the cover; some unknown actions start like known ones.
  const parts = [
    'up.9',
    'down.x',
    'remove.',
    'cover.0',
    'cover.9',
    'add.dance',
    'add.TEXT.9',
    'add.image.x',
    'up.1.2',
  ];
  const unknown = [
    '',
    'dance',
    'dance.1',
    'save-1',
    'save.1',
    'delete-1',
    'delete.1',
    'constructor',
  ];
  for (const action of [...parts, ...unknown]) {
    const fields = { ...fieldsOf(guide), title: 'Other', action };
    const sent = await sendFiles(staff, pathOf(guide), fields);
    expect([action, ...(await codeOf(sent))]).toEqual([action, 400, 'invalid']);
  }
  expect(await load(staff, guide)).toEqual(guide);
});

test('a button that needs an image reports its absence, and an outdated version is rejected', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const path = pathOf(guide);
  const fields = fieldsOf(guide);
  const none = await sendFiles(staff, path, { ...fields, action: 'cover' });
  expect(await codeOf(none)).toEqual([400, 'image_required']);
  await press(staff, guide, { action: 'save', title: 'Newer' });
  const stale = await sendFiles(staff, path, { ...fields, title: 'Older', action: 'save' });
  expect(await codeOf(stale)).toEqual([409, 'draft_changed']);
  expect((await load(staff, guide)).title).toBe('Newer');
});

test('a late autosave after a button’s submit changes nothing', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const fields = fieldsOf(guide);
  await sendFiles(staff, pathOf(guide), { ...fields, action: 'remove.0' });
  const { title, cover, blocks, version } = guide;
  const late = { title, cover, blocks, version, page: fields['page'] };
  const { status } = await staff.change('PUT', `${GUIDES}/${guide.guide_id}`, late);
  expect(status).toBe(409);
  expect((await load(staff, guide)).blocks).toHaveLength(blocks.length - 1);
});

test('the forms of a policy upload, publish and discard a draft', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const path = '/staff/policies/data-privacy';
  const pdf = new File([makePdf()], 'privacy.pdf', { type: 'application/pdf' });
  const upload = { action: 'upload', title: 'Privacy', text: '## One', pdf };
  for (const next of ['discard', 'publish'] as const) {
    expect(redirectOf(await sendFiles(staff, path, upload))).toEqual([303, `${path}#draft`]);
    const draft = await staff.get('/api/admin/policies/data_privacy_guidelines/draft');
    const { content } = draft.body['data'];
    const sent = await sendForm(staff, path, { action: next, content });
    const published = '/staff/policies?done=data_privacy_guidelines';
    expect(redirectOf(sent)).toEqual([303, next === 'publish' ? published : path]);
  }
  const rejected = await sendFiles(staff, path, { ...upload, pdf: new File(['x'], 'x.pdf') });
  expect(await codeOf(rejected)).toEqual([415, 'not_a_pdf']);
  const empty = await sendFiles(staff, path, { ...upload, pdf: new File([], 'x.pdf') });
  expect(await empty.json()).toMatchObject({
    field_codes: { pdf: 'pdf_empty' },
    fields: { pdf: 'This file is empty (0 bytes). Please choose another PDF.' },
  });
  expect(await codeOf(await sendForm(staff, path, { action: 'dance' }))).toEqual([400, 'invalid']);
  const unknown = await sendForm(staff, '/staff/policies/cookies', { action: 'discard' });
  expect(await codeOf(unknown)).toEqual([404, 'policy_not_found']);
});

test('the form of a notification to everyone succeeds with the password', async () => {
  const site = await openSite();
  const [staff, reader] = [await signedInStaff(site), await site.signedIn()];
  const path = '/staff/notifications';
  const message = { key: newId(), title: 'Chipper', content: 'On Friday.', link: '' };
  site.advanceClock(STALE_MS);
  const form = { action: 'send', to: 'everyone', town: '', role: '', ...message };
  expect(await codeOf(await sendForm(staff, path, form))).toEqual([403, 'confirmation_required']);
  const sent = await sendForm(staff, path, { ...form, confirm_password: PASSWORD });
  expect(redirectOf(sent)).toEqual([303, `${path}?sent=2`]);
  expect(await getAllNotifications(reader)).toMatchObject([{ title: 'Chipper' }]);
});

test('forms with files are rejected without their token, and from members', async () => {
  const site = await openSite();
  const [staff, member] = [await signedInStaff(site), await site.signedIn()];
  const guide = await writeGuide(staff);
  const fields = { ...fieldsOf(guide), action: 'save', title: 'Other' };
  const without = await sendFiles(staff, pathOf(guide), fields, '');
  expect(await codeOf(without)).toEqual([403, 'invalid_csrf_token']);
  const { body, headers } = await toRequest(new FormData());
  const foreign = { ...headers, origin: 'https://evil.example' };
  const crossed = await staff.send(pathOf(guide), { method: 'POST', body, headers: foreign });
  expect(await codeOf(crossed)).toEqual([403, 'cross_origin']);
  const others = await sendFiles(member, pathOf(guide), fields);
  expect(await codeOf(others)).toEqual([405, 'method_not_allowed']);
  expect((await load(staff, guide)).title).toBe(guide.title);
});
