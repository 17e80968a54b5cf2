import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { card, many } from './testing/cards.ts';

import { importWorld } from './testing/import-world.ts';

const world = importWorld();
const { bring, contacts } = world;
const file = (text: string) => Buffer.from(text);

describe('a file of cards', () => {
  test('fills the own address book, with numbers as people here dial them', async () => {
    const done = await bring(
      card(
        'Anna Bell',
        'UID:1',
        'N:Bell;Anna',
        'ORG:Acme',
        'EMAIL:anna@acme.example',
        'TEL;TYPE=WORK:901820',
        'NOTE:hi',
      ) + card('Bob', 'TEL;TYPE=CELL:0170 1234567', 'TEL:+49 170 1234567'),
    );
    expect(done).toMatchObject({ state: 'DONE', format: 'vcard', total: 2, done: 2, created: 2 });
    expect([done.updated, done.skipped]).toEqual([0, 0]);
    const [anna, bob] = await contacts();
    expect(anna).toMatchObject({
      name: 'Anna Bell',
      first_name: 'Anna',
      last_name: 'Bell',
      organization: 'Acme',
      email: 'anna@acme.example',
      source: 'SIDETONE',
      integration_id: `i${world.who.accountId}`,
      external_id: '1',
      e164s: ['+4930901820'],
      phone_numbers: [{ type: 'WORK', label: 'WORK', localized: '030 901820', e164: '+4930901820' }],
    });
    expect(JSON.stringify(anna?.original)).toContain('"note"');
    expect(bob?.e164s).toEqual(['+491701234567']);
    expect(await readdir(world.folder)).toEqual([]);
  });

  test('tells what is wrong with single entries, and takes the others', async () => {
    const numbers = Array.from({ length: 25 }, (_none, at) => `TEL:030 90182${String(at).padStart(2, '0')}`);
    const done = await bring(
      [
        card('Anna', 'TEL:abc', 'TEL:030 901820', 'EMAIL:no address'),
        card('', 'TEL:030 901821'),
        'BEGIN:VCARD\r\nFN:broken\r\n',
        card('Bob', ...numbers),
        card('Friends', 'KIND:group'),
        card('Anna', 'TEL:030 901820'),
      ].join(''),
    );
    expect(done).toMatchObject({ state: 'DONE', done: 6, created: 2, skipped: 4 });
    expect(done.problems).toEqual([
      { place: 1, code: 'INVALID_NUMBER', text: 'Anna: abc' },
      { place: 1, code: 'INVALID_EMAIL', text: 'Anna: no address' },
      { place: 2, code: 'NO_NAME', text: '030 901821' },
      { place: 3, code: 'UNREADABLE', text: 'FN:broken' },
      { place: 4, code: 'TOO_MANY_NUMBERS', text: 'Bob' },
      { place: 5, code: 'GROUP', text: 'Friends' },
      { place: 6, code: 'DUPLICATE', text: 'Anna' },
    ]);
    expect((await contacts()).map(({ name, e164s }) => [name, e164s.length])).toEqual([
      ['Anna', 1],
      ['Bob', 20],
    ]);
  });

  test('photos are left out and counted over the whole file; addresses of pictures are kept', async () => {
    const photo = 'PHOTO;ENCODING=b;TYPE=JPEG:QUJD';
    const photos = Array.from({ length: 600 }, (_none, at) => card(`Face ${at}`, photo)).join('');
    const done = await bring(`${photos}${card('Linked', 'PHOTO;VALUE=uri:https://a.example/b.jpg')}${card('Plain')}`);
    expect(done).toMatchObject({ created: 602, problems: [{ place: 1, code: 'PHOTOS', text: '600' }] });
    expect((await contacts()).find(({ name }) => name === 'Linked')?.avatar_url).toBe('https://a.example/b.jpg');
  });

  test('brought a second time changes nothing; a longer one adds what is new', async () => {
    await bring(many(700));
    expect(await bring(many(700))).toMatchObject({ created: 0, updated: 0, skipped: 700 });
    const more = card('Person 5', 'UID:u5', 'TEL;TYPE=CELL:0170 1234567');
    expect(await bring(many(2, 699) + more)).toMatchObject({ created: 1, updated: 1, skipped: 1 });
    expect(await contacts()).toHaveLength(701);
  });

  test('brought again with nothing new but what nobody sees doubles nobody, and neither does the UID alone', async () => {
    const phone = 'TEL;TYPE=WORK:030 901820';
    await bring(card('Anna', phone));
    expect(await bring(card('Anna', phone, 'UID:1', 'NOTE:a', 'REV:1'))).toMatchObject({ created: 0, updated: 1 });
    expect(await bring(card('Anna', phone, 'UID:1', 'NOTE:b', 'REV:2'))).toMatchObject({ created: 0, skipped: 1 });
    expect(await bring(card('Ann', 'TEL:030 901821', 'UID:1'))).toMatchObject({ created: 0, updated: 1 });
    expect((await contacts()).map(({ name, external_id }) => [name, external_id])).toEqual([['Ann', '1']]);
  });

  test('is undone: contacts it created are removed, changes stay', async () => {
    await bring(card('Anna', 'UID:1', 'TEL:030 901820'));
    const second = await bring(card('Anna', 'UID:1', 'TEL:030 901821') + many(600));
    expect(await world.imports.undo(world.who, second.id)).toMatchObject({ state: 'UNDONE', created: 600 });
    expect((await contacts()).map(({ name, e164s }) => [name, e164s])).toEqual([
      ['Anna', ['+4930901820', '+4930901821']],
    ]);
    await expect(world.imports.undo(world.who, second.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(world.imports.undo({ ...world.who, userId: 'somebody' }, second.id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('texts that a database does not take harm nobody', async () => {
    const strange = Buffer.concat([
      file('BEGIN:VCARD\nVERSION:3.0\nFN:A\0b\nNOTE:\0'),
      Buffer.from([0xed, 0xa0, 0x80]),
      file('\nEND:VCARD\n'),
    ]);
    expect(await bring(strange)).toMatchObject({ state: 'DONE', created: 1 });
    expect((await contacts())[0]?.name).toBe('Ab');
  });
});

test('contacts changed since stay when the import is undone, and removed ones are counted', async () => {
  const first = await bring(many(3));
  const again = await bring(card('Person 1', 'UID:u1', 'TEL;TYPE=CELL:0170 1234567'));
  expect(again).toMatchObject({ created: 0, updated: 1 });
  expect(await world.imports.undo(world.who, first.id)).toMatchObject({ state: 'UNDONE', created: 3, removed: 2 });
  expect((await contacts()).map(({ name }) => name)).toEqual(['Person 1']);
});

test('whom one import created and filled in later goes with it', async () => {
  const { id } = await bring(many(600) + card('Person 1', 'UID:u1', 'TEL;TYPE=CELL:0170 1234567'));
  expect(await world.imports.undo(world.who, id)).toMatchObject({ created: 600, updated: 1, removed: 600 });
  expect(await contacts()).toEqual([]);
});

test('numbers are read as they are written, whatever is dialled here for the outside', async () => {
  await world.database.db
    .updateTable('accounts')
    .set({ number_plan: JSON.stringify({ outsidePrefix: '0' }) })
    .where('id', '=', world.who.accountId)
    .execute();
  await bring(card('Anna', 'TEL:030901820'));
  expect((await contacts())[0]?.e164s).toEqual(['+4930901820']);
});

describe('a table', () => {
  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('comes in as %s', async (_name, encoded) => {
    const done = await bring(
      encoded('Vorname;Nachname;Telefon (privat);Lieblingsfarbe\r\nJörg;Müller;901820;blau\r\n'),
    );
    expect(done).toMatchObject({ format: 'csv', state: 'DONE', total: 1, created: 1 });
    expect(done.problems).toEqual([{ place: 1, code: 'IGNORED_COLUMNS', text: 'Lieblingsfarbe' }]);
    expect((await contacts())[0]).toMatchObject({ name: 'Jörg Müller', e164s: ['+4930901820'] });
  });

  test.each(['some letter\nto somebody', 'Name,Phone\n', '\0\x01\x02'])(
    'that is none fails with why: %j',
    async (text) => {
      expect(await bring(text, 'x.csv')).toMatchObject({
        state: 'FAILED',
        done: 0,
        problems: [{ code: 'UNREADABLE' }],
      });
    },
  );
});
