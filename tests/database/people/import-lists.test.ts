// Parsing a list of people: which rows can be imported, and the errors of others.
import { expect, test } from 'vitest';

import { readList } from '#lib/server/app/imports/read-list.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import {
  bringIn,
  codesOf,
  countTables,
  IMPORT_PAGE,
  listOf,
  openDesk,
  preview,
} from '#tests/support/nouns/imports.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';

const sentences = (left: { line: number; sentence: string }[]) =>
  left.map(({ line, sentence }) => `${line} ${sentence}`).join('\n');

test('each row is checked, with a sentence for each error, and nothing is written', async () => {
  const { site, staff } = await openDesk();
  await site.member({ email: 'maria@farm.example' });
  await site.member({ sign_in_phone: '09170000001' });
  await site.member({ contact_phone: '09170000002' });
  const before = await countTables(site);
  const list = [
    'Pangalan;Trabaho;Bayan;Email o phone',
    'Lito Bautista;farmer;Guimba;lito@farm.example',
    'Lito;farmer;Guimba;x@farm.example',
    'Ben Diaz;king;Guimba;ben@farm.example',
    'Ben Diaz;farmer;Gimba;ben@farm.example',
    'Ben Diaz;farmer;San Antonio;ben@farm.example',
    'Ben Diaz;farmer;Guimba;9.17E+09',
    'Ben Diaz;farmer;Guimba;0917',
    'Ben Diaz;farmer;Guimba;',
    'Maria Cruz;farmer;Guimba;MARIA@farm.example',
    'Ana Cruz;farmer;Guimba;0917 000 0001',
    'Ana Cruz;farmer;Guimba;0917 000 0002',
    'Lito B Bautista;farmer;Guimba;Lito@Farm.example',
  ].join('\r\n');
  const { rows, wrong, present } = await preview(staff, list);
  const lito = { line: 2, first_name: 'Lito', last_name: 'Bautista', role: 'farmer' };
  expect(rows).toEqual([{ ...lito, town: GUIMBA, email: 'lito@farm.example', phone: null }]);
  expect(sentences(wrong)).toMatchInlineSnapshot(`
    "3 “Lito” is half a name: write first and last name.
    4 “king” is no role. Write one of these: Farmer, Bio-waste processor, Gleaning organization, Livestock feed producer.
    5 We don’t know the town “Gimba”. Is it one of these: Guimba?
    6 Several towns are called “San Antonio”. Write one of these: San Antonio, Nueva Ecija; San Antonio, Zambales.
    7 “9.17E+09” is how Excel shortens a long number, and digits are lost. Set the column’s format to Text and type the number again.
    8 A phone number must be 11 digits long.
    9 Add an email or a mobile number."
  `);
  expect(sentences(present)).toMatchInlineSnapshot(`
    "10 A member has this email.
    11 A member logs in with this phone number.
    12 A member has this phone number for pickups. If they are the same, add it on the member’s page as the number to log in with. If not, give it to this person below.
    13 The same email or number is in row 2."
  `);
  expect(await countTables(site)).toEqual(before);
});

test.each([
  ['commas and quotes', '"Bautista, Lito",farmer,"San Antonio, Zambales",0917-123-4567'],
  [
    'tabs, as they are pasted',
    'Lito Bautista\tMagsasaka\tSan Antonio (Zambales)\t+63 917 123 4567',
  ],
  ['semicolons', 'Lito Bautista;FARMERS;PSGC 0307111000;639171234567'],
  [
    'a number that lost its first zero',
    'Lito Bautista;rice farmer;San Antonio, Zambales;9171234567',
  ],
  [
    'a mark, and titles in another order',
    "\ufeffPhone,Apelyido,Unang pangalan,Role,Town,Province\n'09171234567,Bautista,Lito,Farmer,San Antonio,Zambales",
  ],
  [
    'what the site itself exports',
    'account_id,first_name,last_name,role,town,province,town_code,email,log_in_phone,phone\nx,Lito,Bautista,farmer,San Antonio,Zambales,PSGC 0307111000,,0917 123 4567,0917 123 4567',
  ],
])('it reads %s', async (_, list) => {
  const { staff } = await openDesk();
  const { rows } = await preview(staff, list);
  expect(rows).toMatchObject([
    {
      first_name: 'Lito',
      last_name: 'Bautista',
      role: 'farmer',
      email: null,
      phone: '09171234567',
    },
  ]);
  expect(rows[0].town).toMatch(/^0307/);
});

test('names are split as usual in the Philippines', async () => {
  const { staff } = await openDesk();
  const names = [
    'Ma. Cristina Dela Cruz',
    'Juan P. de los Santos Jr.',
    'Jose Rizal',
    'Sta. Ana, Luz',
  ];
  const list = names.map((name, nth) => `${name};farmer;;ana${nth}@farm.example`).join('\n');
  const { rows } = await preview(staff, list);
  expect(
    rows.map(({ first_name, last_name }: Record<string, string>) => `${first_name}|${last_name}`),
  ).toEqual(['Ma Cristina|Dela Cruz', 'Juan P|de los Santos Jr', 'Jose|Rizal', 'Luz|Sta Ana']);
});

test('Excel files are read, and unsupported workbooks are rejected with instructions', async () => {
  const { staff } = await openDesk();
  const list = 'Iñigo Peña;farmer;Muñoz;inigo@farm.example';
  const send = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('csrf_token', await staff.token());
    form.append('action', 'check');
    form.append('list', '');
    form.append('file', new Blob([bytes], { type: 'text/csv' }), 'list.csv');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { 'content-type': type, origin: 'http://localhost' };
    return staff.send(IMPORT_PAGE, { method: 'POST', body, headers });
  };
  for (const bytes of [
    Buffer.from(list, 'utf8'),
    Buffer.from(list, 'latin1'),
    Buffer.from(`\ufeff${list}`, 'utf16le'),
  ])
    expect((await send(new Uint8Array(bytes))).status).toBe(204);
  const zip = await send(new Uint8Array(Buffer.from('PK\u0003\u0004 and more')));
  expect([zip.status, (await zip.json()).code]).toEqual([415, 'import_workbook']);
});

test('too long a list is rejected before its towns are looked up', () => {
  const list = 'Ana Cruz, farmer, Gimba,\n'.repeat(501);
  expect(() => readList({ list, columns: {} })).toThrow(
    expect.objectContaining({ code: 'import_too_long' }),
  );
});

test('a list has 1 to 500 people', async () => {
  const { staff } = await openDesk();
  expect(codesOf(await bringIn(staff, listOf(501)))).toEqual({ list: 'import_too_long' });
  expect(codesOf(await bringIn(staff, ' \n '))).toEqual({ list: 'import_empty' });
  expect(codesOf(await bringIn(staff, 'Name, Role, Town, Email'))).toEqual({
    list: 'import_empty',
  });
  expect(codesOf(await bringIn(staff, 'Lito;farmer;;'))).toEqual({ list: 'import_nothing' });
  expect(requireOk(await bringIn(staff, listOf(500))).body['data'].people).toBe(500);
});
