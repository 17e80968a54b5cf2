import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CardReader, readVCards } from './read-card.ts';

const card = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const only = (text: string) => {
  const entries = readVCards(text);
  expect(entries).toHaveLength(1);
  return entries[0]?.contact;
};
/** Bytes as a file has them, read in pieces of this size. */
const fromBytes = (bytes: Buffer, size: number) => {
  const reader = new CardReader({ bytes: true });
  const entries = [];
  for (let at = 0; at < bytes.length; at += size) {
    entries.push(...reader.take(bytes.subarray(at, at + size).toString('latin1')));
  }
  return [...entries, ...reader.finish()];
};

describe('what a card says', () => {
  test('of version 3.0, with names, company, addresses and kinds of numbers', () => {
    const read = only(
      card(
        'VERSION:3.0',
        'UID:ab-1',
        'N:Müller;Hans;Peter,Paul;Dr.;jun.',
        'FN:Dr. Hans Müller',
        'ORG:Müller \\; Söhne\\, GmbH;Einkauf',
        'EMAIL;TYPE=INTERNET,WORK:hans@mueller.example',
        'EMAIL:privat@mueller.example',
        'TEL;TYPE=WORK,VOICE:030 901820',
        'TEL;TYPE=CELL:+49 170 1234567',
        'TEL;TYPE=HOME,FAX:030 901821',
        'TEL;TYPE=MAIN:030 901800',
        'TEL;TYPE=HOME:030 5550',
        'TEL:030 5551',
        'PHOTO;VALUE=uri:https://pictures.example/hans.jpg',
      ),
    );
    expect(read).toMatchObject({
      uid: 'ab-1',
      isGroup: false,
      name: 'Dr. Hans Müller',
      firstName: 'Hans',
      lastName: 'Müller',
      organization: 'Müller ; Söhne, GmbH',
      email: 'hans@mueller.example',
      avatarUrl: 'https://pictures.example/hans.jpg',
    });
    expect(read?.phoneNumbers).toEqual([
      { label: 'WORK', number: '030 901820' },
      { label: 'MOBILE', number: '+49 170 1234567' },
      { label: 'FAX', number: '030 901821' },
      { label: 'SWITCHBOARD', number: '030 901800' },
      { label: 'HOME', number: '030 5550' },
      { label: 'OTHER', number: '030 5551' },
    ]);
  });

  test('of version 4.0, with numbers as addresses', () => {
    const read = only(
      card(
        'VERSION:4.0',
        'FN:Anna Bell',
        'TEL;VALUE=uri;PREF=1;TYPE="work,voice":tel:+49-30-901820;ext=12',
        'TEL;TYPE=cell:tel:%2B49%20170',
        'PHOTO:data:image/jpeg;base64,AAAA',
      ),
    );
    expect(read?.phoneNumbers).toEqual([
      { label: 'WORK', number: '+49-30-901820' },
      { label: 'MOBILE', number: '+49 170' },
    ]);
    expect(read?.avatarUrl).toBeNull();
  });

  test('of version 2.1, with words without names, quoted-printable and its own characters', () => {
    const read = only(
      card(
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;',
        'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:J=F6rg=20=',
        'M=FCller',
        'ORG;QUOTED-PRINTABLE:M=C3=BCller=2C Bell =26 Co',
        'TEL;WORK;VOICE:030901820',
        'TEL;CELL:0170 1234567',
        'NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo',
      ),
    );
    expect(read).toMatchObject({ name: 'Jörg Müller', firstName: 'Jörg', lastName: 'Müller' });
    expect(read?.organization).toBe('Müller, Bell & Co');
    expect(read?.phoneNumbers.map(({ label }) => label)).toEqual(['WORK', 'MOBILE']);
    expect(read?.original[1]).toContainEqual(['note', {}, 'unknown', 'one\\ntwo']);
  });

  test('by the labels that Apple keeps beside a line', () => {
    const read = only(
      card(
        'VERSION:3.0',
        'FN:Anna',
        'item1.TEL;type=pref:+49 30 1',
        'item1.X-ABLabel:_$!<Main>!$_',
        'item2.TEL:+49 30 2',
        'item2.X-ABLabel:Büro',
        'TEL;type=IPHONE:+49 30 3',
      ),
    );
    expect(read?.phoneNumbers.map(({ label }) => label)).toEqual(['SWITCHBOARD', 'WORK', 'MOBILE']);
  });

  test('a name where only its parts, a company or a nickname are known', () => {
    expect(only(card('VERSION:3.0', 'N:Bell;Anna;;Dr.;'))?.name).toBe('Dr. Anna Bell');
    expect(only(card('VERSION:3.0', 'N:;;;;', 'ORG:Acme;Sales'))?.name).toBe('Acme');
    expect(only(card('VERSION:3.0', 'FN: ', 'NICKNAME:Anni'))?.name).toBe('Anni');
    expect(only(card('VERSION:3.0', 'TEL:030'))?.name).toBeNull();
  });

  test('that it is a list of others', () => {
    expect(only(card('VERSION:4.0', 'KIND:group', 'FN:Friends'))?.isGroup).toBe(true);
    expect(only(card('VERSION:3.0', 'X-ADDRESSBOOKSERVER-KIND:group', 'FN:Friends'))?.isGroup).toBe(true);
  });
});

describe('however it is written', () => {
  const text = 'VERSION:3.0\nFN:Jörg Mül\n ler\nTEL:030\n\t901820';
  test.each(['\n', '\r\n', '\r'])('with line ends %j', (end) => {
    const whole = `BEGIN:VCARD\n${text}\nEND:VCARD`.replaceAll('\n', end);
    expect(only(whole)).toMatchObject({ name: 'Jörg Müller', phoneNumbers: [{ number: '030901820' }] });
    expect(fromBytes(Buffer.from(whole), 3).map(({ contact }) => contact?.name)).toEqual(['Jörg Müller']);
  });

  test('with a byte order mark, and with characters cut in two by folding', () => {
    const bytes = Buffer.from('\uFEFFBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jö|rg\r\nEND:VCARD\r\n'.replace('|', ''));
    const at = bytes.indexOf(0xc3) + 1;
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)]);
    expect(fromBytes(folded, 7).map(({ contact }) => contact?.name)).toEqual(['Jörg']);
  });

  test('in Latin-1, and half in it', () => {
    const one = (name: Buffer) =>
      Buffer.concat([Buffer.from('BEGIN:VCARD\nVERSION:3.0\nFN:'), name, Buffer.from('\nEND:VCARD\n')]);
    const file = Buffer.concat([one(Buffer.from('Jörg', 'latin1')), one(Buffer.from('Zoë €'))]);
    expect(fromBytes(file, 11).map(({ contact }) => contact?.name)).toEqual(['Jörg', 'Zoë €']);
  });
});

describe('one broken card', () => {
  test('is an entry of its own, and the rest continues', () => {
    const file = [
      'something else\r\n',
      card('VERSION:3.0', 'FN:One'),
      'BEGIN:VCARD\r\nFN:Cut off\r\n',
      card('VERSION:3.0', 'no colon at all', ';;;:', 'TEL;TYPE="open:1', 'FN:Two', '=:==', 'FN'),
      'BEGIN:VCARD\r\nFN:The end is missing',
    ].join('');
    const entries = readVCards(file);
    expect(entries.map(({ place, contact }) => [place, contact?.name ?? null])).toEqual([
      [1, 'One'],
      [2, null],
      [3, 'Two'],
      [4, null],
    ]);
    expect(entries[1]?.start).toBe('FN:Cut off');
  });

  test('a card within a card is part of it', () => {
    const inner = 'BEGIN:VCARD\r\nFN:Agent\r\nEND:VCARD';
    expect(only(card('VERSION:2.1', 'FN:Boss', 'AGENT:', inner, 'TEL:030 1'))).toMatchObject({
      name: 'Boss',
      phoneNumbers: [{ number: '030 1' }],
    });
  });

  test('of very many lines and numbers the first ones are read, and nobody may write the card', () => {
    const labelled = Array.from({ length: 150 }, (_none, at) => [
      `item${at}.TEL:030 ${at}`,
      `item${at}.X-ABLabel:${at === 99 ? '_$!<Main>!$_' : 'Büro'}`,
    ]);
    const read = only(card('VERSION:3.0', 'FN:Anna', ...labelled.flat()));
    expect(read?.phoneNumbers).toHaveLength(100);
    expect(read?.phoneNumbers.at(-1)).toEqual({ label: 'SWITCHBOARD', number: '030 99' });
    expect(read?.readonly).toBe(true);
    expect(only(card('VERSION:3.0', 'FN:Anna', ...labelled.slice(0, 100).flat()))?.readonly).toBe(false);

    const notes = Array.from({ length: 1500 }, () => 'NOTE:x');
    const long = only(card('VERSION:3.0', 'FN:Bob', ...notes));
    expect(long).toMatchObject({ name: 'Bob', readonly: true });
    expect(long?.original[1]).toHaveLength(1000);
  });

  test('a line of very many folds takes no longer for them', { timeout: 5000 }, () => {
    const folds = Array.from({ length: 400_000 }, () => ' QUJD').join('\r\n');
    const soft = Array.from({ length: 400_000 }, () => 'a=').join('\r\n');
    const read = only(
      card('VERSION:2.1', 'PHOTO;ENCODING=BASE64:', folds, 'NOTE;ENCODING=QUOTED-PRINTABLE:=', soft, '', 'FN:Anna'),
    );
    expect(read?.name).toBe('Anna');
    expect(read?.original[1].map(([name, , , value]) => [name, value.length])).toEqual([
      ['version', 3],
      ['photo', 1_600_000],
      ['note', 400_000],
      ['fn', 4],
    ]);
  });

  test('too long lines are left out, too large cards are broken', () => {
    const reader = new CardReader({ longestLine: 100, longestCard: 1000 });
    const photo = `PHOTO:${'A'.repeat(300)}`;
    const large = Array.from({ length: 30 }, () => `NOTE:${'b'.repeat(50)}`);
    const file = card('FN:One', photo, 'TEL:1') + card('FN:Two', ...large) + card('FN:Three');
    const entries = [...reader.take(file), ...reader.finish()];
    expect(entries.map(({ contact }) => contact?.name)).toEqual(['One', undefined, 'Three']);
    expect(entries[0]?.contact?.original[1].map(([name]) => name)).toEqual(['version', 'fn', 'tel']);
  });

  test('arbitrary bytes never throw', () => {
    const words = [
      'BEGIN:VCARD',
      'END:VCARD',
      'VERSION:2.1',
      'TEL;WORK',
      'FN:',
      'N;ENCODING=QUOTED-PRINTABLE:',
      '=C3=',
      ';',
      ':',
      '"',
      '=',
      ',',
      '\\',
      '\r\n',
      ' ',
      'AGENT:',
      'constructor:x',
      '__proto__;__proto__=a:b',
      '^n',
      ';TYPE=',
      'X.Y.Z:1',
    ];
    const pieces = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), { maxLength: 60 });
    fc.assert(
      fc.property(pieces, fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (some, noise, size) => {
        const file = Buffer.concat([Buffer.from('BEGIN:VCARD\n'), Buffer.from(some.join('')), noise]);
        const entries = fromBytes(file, size);
        // The same comes out whatever the pieces are that it comes in.
        expect(entries).toEqual(fromBytes(file, file.length));
        readVCards(file.toString('utf8'));
      }),
      { numRuns: 2000 },
    );
  });

  test('a head without end is read in no time', () => {
    const began = process.cpuUsage();
    expect(only(card('VERSION:3.0', 'FN:One', `TEL${';A=b'.repeat(500_000)}:1`))?.phoneNumbers).toEqual([]);
    expect(only(card('VERSION:3.0', `FN:${'\\'.repeat(1_000_000)}`, 'N:x'))?.lastName).toBe('x');
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
  });
});
