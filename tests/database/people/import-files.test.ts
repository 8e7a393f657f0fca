// Lists of people as co-ops have them: with various titles and marks, in other code pages, and with errors.
import { expect, test } from 'vitest';

import { readList } from '#lib/server/app/imports/read-list.ts';
import { decodeSheet } from '#lib/server/platform/decode-sheet.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import {
  bringIn,
  codesOf,
  IMPORT_PAGE,
  IMPORTS,
  openDesk,
  PAPER,
  preview,
} from '#tests/support/nouns/imports.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';

type Names = { first_name: string; last_name: string }[];
const namesOf = (rows: Names) => rows.map((row) => `${row.first_name} ${row.last_name}`);

/** The people a file would import, and the errors of its other rows. */
function readFile(bytes: Uint8Array | string) {
  const list = decodeSheet(Buffer.from(bytes as string));
  const { rows, wrong } = readList({ list, columns: {} });
  return { names: namesOf(rows), wrong: wrong.map(({ line, sentence }) => `${line} ${sentence}`) };
}

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const rowOf = (name: string | number[], nth = 0) =>
  bytesOf(name, `;farmer;Guimba;0917123400${nth}\n`);

const latin = (text: string) => [...Buffer.from(text, 'latin1')];

test('titles are recognized by their words, ignoring brackets', async () => {
  const { staff } = await openDesk();
  const titles = '*Name (Last, First);Role (optional);Town (City/Municipality);Mobile No.*/Email';
  const list = `${titles}\nLito Bautista;farmer;Guimba;09171234003`;
  const { rows, unknown_columns } = await preview(staff, list);
  expect(unknown_columns).toEqual([]);
  expect(rows).toMatchObject([{ town: GUIMBA, phone: '09171234003' }]);
});

test('an unknown column is shown, and no one is imported before staff assign it', async () => {
  const { staff } = await openDesk();
  const list = [
    'Name,Role,Address,Mobile No.,Remarks,',
    'Lito Bautista,farmer,Guimba,09171234003,,',
    'Nena Cruz,farmer,Talavera,09171234004,pays late,x',
  ].join('\n');
  const { rows, unknown_columns } = await preview(staff, list);
  expect(rows).toMatchObject([{ town: null }, { town: null }]);
  expect(unknown_columns).toEqual([
    { column: 'C', title: 'Address', values: ['Guimba', 'Talavera'], use: null },
    { column: 'E', title: 'Remarks', values: ['pays late'], use: null },
    { column: 'F', title: '', values: ['x'], use: null },
  ]);
  expect(codesOf(await bringIn(staff, list))).toEqual({ columns: 'import_columns_unknown' });
  const columns = { C: 'town', E: 'none' };
  expect(codesOf(await bringIn(staff, list, { ...PAPER, columns }))).toEqual({
    columns: 'import_columns_unknown',
  });
  const all = { ...columns, F: 'none' };
  const { body } = await staff.post(`${IMPORTS}/preview`, { list, columns: all });
  expect(body['data'].rows).toMatchObject([{ town: GUIMBA }, { town: expect.any(String) }]);
  expect(body['data'].unknown_columns).toMatchObject([
    { column: 'C', use: 'town' },
    { column: 'E', use: 'none' },
    { column: 'F', use: 'none' },
  ]);
  expect(
    requireOk(await bringIn(staff, list, { ...PAPER, columns: all })).body['data'],
  ).toMatchObject({
    people: 2,
    rows: [{ town: GUIMBA }, { town: expect.any(String) }],
  });
});

test('without titles, columns beyond the known ones are asked about too', async () => {
  const { staff } = await openDesk();
  const { unknown_columns } = await preview(
    staff,
    'Lito Bautista;farmer;Guimba;09171234003;lito@farm.example;member since 2019',
  );
  expect(unknown_columns).toMatchObject([{ column: 'F', values: ['member since 2019'] }]);
});

test('titles may follow the name of the list, and repeat on each page', async () => {
  const { staff } = await openDesk();
  const titles = 'No.,Town,Name,Phone,Role';
  const list = [
    'Bagong Ani Cooperative - Masterlist 2026,,,,',
    titles,
    '1,Guimba,Lito Bautista,09171234001,farmer',
    titles,
    '2,Guimba,Nena Cruz,09171234002,farmer',
  ].join('\n');
  const { rows, wrong, notes, unknown_columns } = await preview(staff, list);
  expect(namesOf(rows)).toEqual(['Lito Bautista', 'Nena Cruz']);
  expect(wrong).toEqual([]);
  expect(notes).toEqual([
    {
      line: 1,
      text: 'Bagong Ani Cooperative - Masterlist 2026',
      sentence: 'This row names the list or its columns, so it stays out.',
    },
    expect.objectContaining({ line: 4 }),
  ]);
  expect(unknown_columns).toMatchObject([{ column: 'A', title: 'No.', values: ['1', '2'] }]);
});

test.each([
  ['sep=;', 'sep=;\r\nTown;Name;Phone;Role\r\nGuimba;Lito Bautista;09171234001;farmer\r\n'],
  ['sep=|', '\ufeffsep=|\nTown|Name|Phone|Role\nGuimba|Lito Bautista|09171234001|farmer'],
  [
    'a name of the list without the delimiter',
    'Masterlist, of 2026\nTown;Name;Phone;Role\nGuimba;Lito Bautista;09171234001;farmer',
  ],
])('above the titles may stand %s', async (_, list) => {
  const { staff } = await openDesk();
  const { rows, wrong } = await preview(staff, list);
  expect(wrong).toEqual([]);
  expect(rows).toMatchObject([{ first_name: 'Lito', town: GUIMBA, phone: '09171234001' }]);
  expect(rows[0].line).toBe(list.split('\n').length - (list.endsWith('\n') ? 1 : 0));
});

const UNREADABLE = /can’t be read\. Write them again, or save the file as CSV UTF-8/;

test('a list from Excel for Mac is decoded correctly', () => {
  const file = bytesOf(
    'Name,Role,Town,Phone\rNi',
    [0x96],
    'o Pe',
    [0x96],
    'a,farmer,Guimba,09171234003\rPE',
    [0x84],
    'A Cruz,farmer,Guimba,09171234004\rAna D',
    [0x92],
    'az,farmer,Guimba,09171234005\r',
  );
  expect(readFile(file)).toEqual({ names: ['Niño Peña', 'PEÑA Cruz', 'Ana Díaz'], wrong: [] });
});

test.each([
  ['Windows', latin('Ni\u00f1o PE\u00d1A')],
  ['Windows, in capitals', latin('NI\u00d1O PE\u00d1A')],
  ['UTF-8', 'Niño PEÑA'],
])('a name is imported as written: %s', (_, name) => {
  const [names] = readFile(rowOf(name)).names;
  expect(names?.toLowerCase()).toBe('niño peña');
});

test('an apostrophe and a hyphen of Windows are not read as Mac letters', () => {
  const apostrophe = bytesOf('Pat O', [0x92], 'Brien;farmer;;09171234001\n');
  const hyphen = bytesOf('Ana Reyes', [0x96], 'Cruz;farmer;;09171234002');
  expect(readFile(Buffer.concat([apostrophe, hyphen]))).toEqual({
    names: ["Pat O'Brien", 'Ana Reyes-Cruz'],
    wrong: [],
  });
});

test('UTF-16 is recognized without a byte order mark', () => {
  const text = 'Niño Peña;farmer;Guimba;09171234001';
  const little = Buffer.from(text, 'utf16le');
  expect(readFile(little).names).toEqual(['Niño Peña']);
  expect(readFile(Buffer.from(little).swap16()).names).toEqual(['Niño Peña']);
});

test('in a file with two encodings, each row is decoded separately', () => {
  const file = Buffer.concat([
    rowOf('Niño Peña', 1),
    rowOf(latin('Niña Muñoz'), 2),
    rowOf([...Buffer.from('Jos'), 0x8e, ...Buffer.from(' Cruz')], 3),
    rowOf('Ana Cruz', 4),
  ]);
  expect(readFile(file)).toEqual({
    names: ['Niño Peña', 'Niña Muñoz', 'José Cruz', 'Ana Cruz'],
    wrong: [],
  });
});

test.each([
  ['MS-DOS', [0x4e, 0x69, 0xa4, 0x6f]],
  ['MS-DOS, where it could be a space', [0x50, 0xa0, 0x65, 0x7a]],
  ['a byte of none', [0x4e, 0x69, 0x81, 0x6f]],
  ['what could be of a Mac or of Windows', [0x44, 0x92, 0x61, 0x6e]],
  ['both in one row', [...Buffer.from('Niño'), ...latin('Peña')]],
  ['UTF-8 read as Windows', 'PEÃ‘A'],
  ['UTF-8 read as Windows, unseen', 'GarcÃ\u00ada'],
  ['UTF-8 read as Windows, as a letter', 'JesÃºs'],
  ['what an editor could not write', 'Ni\ufffdo'],
  ['NUL', 'Ni\0o'],
])('a name that cannot be read spoils its own row alone: %s', async (_, name) => {
  const file = Buffer.concat([
    rowOf('Niño Peña', 1),
    rowOf(bytesOf(name, ' Cruz') as never, 2),
    rowOf('Ana Cruz', 3),
  ]);
  const { staff } = await openDesk();
  const { rows, wrong } = await preview(staff, decodeSheet(file));
  expect(namesOf(rows)).toEqual(['Niño Peña', 'Ana Cruz']);
  expect(wrong).toMatchObject([{ line: 2, sentence: expect.stringMatching(UNREADABLE) }]);
});

test('invisible marks are removed from names, titles and towns', async () => {
  const { staff } = await openDesk();
  const list = [
    'Na\u200bme;Ro\u00adle;\u2060Town\u00a0;\ufeffPhone',
    'Ni\u00f1o\u00a0Pe\u00f1a;far\u200dmer;Gui\u00admba\u00a0;0917\u200b1234001',
    '\ufeffJun\u200e Cruz\u2028;farmer;\u202aGuimba\u202c;09171234002',
    'Nin\u0303a Cruz\u000b;farmer\u0085;Guimba;09171234003',
    '\u001a',
  ].join('\n');
  const { rows, wrong } = await preview(staff, list);
  expect(wrong).toEqual([]);
  expect(rows).toMatchObject([
    { first_name: 'Niño', last_name: 'Peña', town: GUIMBA, phone: '09171234001' },
    { first_name: 'Jun', last_name: 'Cruz', town: GUIMBA, phone: '09171234002' },
    { first_name: 'Niña', last_name: 'Cruz', town: GUIMBA, phone: '09171234003' },
  ]);
});

test('a stray quote only breaks its own row', async () => {
  const { staff } = await openDesk();
  const list = [
    '"Bautista, Lito",farmer,Guimba,09171234001',
    '"Jun Cruz,farmer,Guimba,09171234002',
    '"Cruz, Nena",farmer,"Guimba, ""Nueva Ecija""",09171234003',
    'Maria "Inday" Cruz,farmer,Guimba,09171234004',
    '"Reyes,\nAna" , farmer, Guimba, 09171234005',
  ].join('\n');
  const { rows, wrong } = await preview(staff, list);
  expect(namesOf(rows)).toEqual(['Lito Bautista', 'Nena Cruz', 'Ana Reyes']);
  expect(wrong).toMatchObject([{ line: 2 }, { line: 4 }]);
});

test('two columns for the same field are both considered', async () => {
  const { staff } = await openDesk();
  const list = [
    'First name;Last name;Role;Town;City;Phone',
    'Lito;Bautista;farmer;Guimba;Talavera;09171234001',
    'Nena;Cruz;farmer;Guimba;Guimba;09171234002',
  ].join('\n');
  const { rows, wrong } = await preview(staff, list);
  expect(namesOf(rows)).toEqual(['Nena Cruz']);
  expect(wrong).toMatchObject([
    { line: 2, sentence: 'This row says several things: Guimba; Talavera. Leave one.' },
  ]);
});

test('people imported without the periods of their name are listed', async () => {
  const { staff } = await openDesk();
  const { rows, wrong, notes } = await preview(
    staff,
    'Ma. Cristina Reyes;farmer;;09171234001\nCruz, A.;farmer;;09171234002\nJose Rizal;farmer;;09171234003',
  );
  expect(namesOf(rows)).toEqual(['Ma Cristina Reyes', 'Jose Rizal']);
  expect(wrong).toMatchObject([{ line: 2 }]);
  expect(notes).toMatchObject([
    { line: 1, sentence: 'Names here have no periods: this one comes in as Ma Cristina Reyes.' },
  ]);
});

test.each([
  ['Guimba Nueva Ecija', '0304911000'],
  ['City of Munoz', '0304917000'],
  ['Sto. Domingo NE', '0304929000'],
  ['PENARANDA', '0304921000'],
])('a town is recognized as written: %s', async (town, code) => {
  const { staff } = await openDesk();
  const { rows } = await preview(staff, `Lito Bautista;farmer;${town};09171234001`);
  expect(rows).toMatchObject([{ town: code }]);
});

test('a list has at most 40 columns', async () => {
  const { staff } = await openDesk();
  expect(codesOf(await bringIn(staff, `Lito Cruz${','.repeat(39)}x`))).toMatchObject({
    columns: 'import_columns_unknown',
  });
  expect(codesOf(await bringIn(staff, `Lito Cruz${','.repeat(40)}x`))).toEqual({
    list: 'import_too_wide',
  });
});

test('a list of quotes, spaces or one wide row is parsed quickly', () => {
  for (const each of ['"', '" ', '""x,', ' ', '"a,', ',', 'x,', '"",', '"\n'])
    expect(() => readList({ list: each.repeat(100_000 / each.length), columns: {} })).not.toThrow(
      RangeError,
    );
});

/** Checks a file with the form of the page. */
async function send(staff: Browser, fields: Record<string, string>, file?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf_token: await staff.token(), ...fields }))
    form.append(name, value);
  if (file !== undefined) form.append('file', new Blob([file], { type: 'text/csv' }), 'list.csv');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { 'content-type': type, origin: 'http://localhost' };
  return staff.send(IMPORT_PAGE, { method: 'POST', body, headers });
}

test('the form assigns columns', async () => {
  const { site, staff } = await openDesk();
  const list = 'Name;Role;Address;Phone\nLito Bautista;farmer;Guimba;09171234003';
  const fields = { action: 'import', list, has_paper: 'yes', paper: 'Blue folder' };
  expect((await send(staff, { ...fields, 'column.C': '' })).status).toBe(400);
  expect((await send(staff, { ...fields, 'column.C': 'king' })).status).toBe(400);
  expect((await send(staff, { ...fields, 'column.C': 'town' })).status).toBe(303);
  const members = site.services.db.selectFrom('members').where('first_name', '=', 'Lito');
  expect(await members.select('town').execute()).toEqual([{ town: GUIMBA }]);
});
