import { expect, test } from 'vitest';
import { peopleOf } from './people-of-table.ts';
import { decodeTable, readTable } from './read-table.ts';
import { columnsOf, hasHeading } from './table-columns.ts';

const people = (text: string) => {
  const table = readTable(text);
  if ('problem' in table) return table;
  const isHeaded = hasHeading(table.rows);
  return peopleOf(table.rows, columnsOf(table.rows, isHeaded), isHeaded);
};
const decoded = (bytes: Uint8Array) => decodeTable(bytes);
const utf16 = (text: string, mark: boolean, big = false) => {
  const buffer = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return new Uint8Array(big ? buffer.swap16() : buffer);
};

test.each([';', ',', '\t', '|'])('a table separated by %j is read by its headings, in either language', (sign) => {
  const german = ['Vorname', 'Nachname', 'E-Mail', 'Nst.', 'Durchwahl', 'Abteilung', 'Gruppen', 'Sprache', 'Rolle'];
  const row = ['Ole', 'Jacobsen', 'ole@acme.example', '23', '030 123456-23', 'Lager', 'Service', 'Deutsch', 'Admin'];
  expect(people(`${german.join(sign)}\r\n${row.join(sign)}\r\n\r\n`)).toEqual([
    {
      firstName: 'Ole',
      lastName: 'Jacobsen',
      email: 'ole@acme.example',
      extension: '23',
      number: '030 123456-23',
      department: 'Lager',
      queues: 'Service',
      locale: 'Deutsch',
      role: 'Admin',
    },
  ]);
  const english = ['Email address', 'Full name', 'Room', 'Extension'];
  expect(
    people([english, ['ada@acme.example', 'Ada King Lovelace', '3', '24']].map((one) => one.join(sign)).join('\n')),
  ).toMatchObject([{ firstName: 'Ada King', lastName: 'Lovelace', email: 'ada@acme.example', extension: '24' }]);
});

test('quotes, a line that says the separator, and names with a comma', () => {
  expect(people('sep=;\nName;E-Mail;Gruppen\n"Lovelace, Ada";ada@acme.example;"Service; Support"')).toMatchObject([
    { firstName: 'Ada', lastName: 'Lovelace', queues: 'Service; Support' },
  ]);
});

test('a table without headings is understood by what is in it', () => {
  expect(people('Ole\tJacobsen\tole@acme.example\t23\t+49 30 123456\nAnn\tBell\tann@acme.example\t24\t')).toMatchObject(
    [
      { firstName: 'Ole', lastName: 'Jacobsen', email: 'ole@acme.example', extension: '23', number: '+49 30 123456' },
      { firstName: 'Ann', lastName: 'Bell', email: 'ann@acme.example', extension: '24', number: '' },
    ],
  );
  expect(people('Ole Jacobsen,ole@acme.example')).toMatchObject([{ firstName: 'Ole', lastName: 'Jacobsen' }]);
});

test('a column of direct numbers that has ends alone is one of extensions', () => {
  expect(people('Name;Mail;Durchwahl\nOle Jacobsen;ole@acme.example;-23')).toMatchObject([
    { extension: '-23', number: '' },
  ]);
});

test('every encoding that Excel writes gives the same letters', () => {
  const text = 'Name;E-Mail\nJürgen Größe;j@acme.example';
  const latin = new Uint8Array(Buffer.from(text, 'latin1'));
  for (const bytes of [
    new TextEncoder().encode(text),
    new TextEncoder().encode(`\uFEFF${text}`),
    utf16(text, true),
    utf16(text, true, true),
    utf16(text, false),
    utf16(text, false, true),
    latin,
  ]) {
    const found = decoded(bytes);
    expect('text' in found && people(found.text)).toMatchObject([{ firstName: 'Jürgen', lastName: 'Größe' }]);
  }
});

test('what is no table of people says why', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  expect(decoded(bytes('PK\u0003\u0004 a workbook'))).toEqual({ problem: 'notATable' });
  expect(decoded(bytes('%PDF-1.7'))).toEqual({ problem: 'notATable' });
  expect(decoded(bytes('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'))).toEqual({ problem: 'notATable' });
  expect(decoded(new Uint8Array(0))).toEqual({ problem: 'empty' });
  expect(decoded(new Uint8Array(5_000_001))).toEqual({ problem: 'tooLarge' });
  expect(people('\n \n')).toEqual({ problem: 'empty' });
  const rows = Array.from({ length: 100_000 }, (_none, at) => `P${at};Q;p${at}@acme.example`);
  expect(people(`Vorname;Nachname;E-Mail\n${rows.join('\n')}`)).toEqual({ problem: 'tooMany' });
  expect(people('Vorname;Nachname;E-Mail\n"Ole;Jacobsen;ole@acme.example\nAnn;Bell;ann@acme.example')).toEqual({
    problem: 'openQuote',
  });
});

test('a file that was cut off keeps its last row, which lacks what was cut', () => {
  expect(people('Vorname;Nachname;E-Mail\nOle;Jacobsen;ole@acme.example\nAnn;Be')).toMatchObject([
    { email: 'ole@acme.example' },
    { firstName: 'Ann', lastName: 'Be', email: '' },
  ]);
});

test('another separator than the one that was found can be chosen', () => {
  expect(readTable('Name,Mail;Vorname\n', 'semicolon')).toEqual({ rows: [['Name,Mail', 'Vorname']] });
});
