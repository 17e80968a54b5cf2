import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { FileContact } from './file-contact.ts';
import { FileUnreadable, readCsv } from './read-csv.ts';

const read = async (text: string, size = 7) => {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const entries = [];
  for await (const entry of readCsv(pieces())) entries.push(entry);
  return entries;
};
const contactsOf = async (...lines: string[]) =>
  (await read(lines.join('\r\n'))).flatMap(({ contact }) => (contact && typeof contact === 'object' ? contact : []));
const numbersOf = ({ phoneNumbers }: FileContact) => phoneNumbers.map(({ label, number }) => `${label} ${number}`);

describe('each program that writes tables', () => {
  test('Google, today', async () => {
    const [one] = await contactsOf(
      'First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Organization Title,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
      'Anna,Maria,Bell,anna,Acme,Boss,Work,anna@acme.example ::: a@b.example,Mobile,0170 1 ::: 0170 2,Work Fax,030 1',
    );
    expect(one).toMatchObject({
      name: 'Anna Maria Bell',
      firstName: 'Anna',
      lastName: 'Bell',
      organization: 'Acme',
      email: 'anna@acme.example',
    });
    expect(one && numbersOf(one)).toEqual(['MOBILE 0170 1', 'MOBILE 0170 2', 'FAX 030 1']);
  });

  test('Google, some years ago', async () => {
    const [one] = await contactsOf(
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Name',
      'Anna Bell,Anna,,Bell,,* myContacts,* Work,a@acme.example,Home,030 1,Acme',
    );
    expect(one).toMatchObject({ name: 'Anna Bell', organization: 'Acme', email: 'a@acme.example' });
    expect(one && numbersOf(one)).toEqual(['HOME 030 1']);
  });

  test('Outlook in English', async () => {
    const [one] = await contactsOf(
      '"Title","First Name","Last Name","Company","Job Title","Business Fax","Business Phone","Business Phone 2","Company Main Phone","Home Phone","Mobile Phone","Pager","Assistant\'s Phone","Other Phone","E-mail Address","E-mail 2 Address"',
      '"Dr.","Anna","Bell","Acme","Boss","1","2","3","4","5","6","7","8","9","a@acme.example","b@acme.example"',
    );
    expect(one && numbersOf(one)).toEqual([
      'FAX 1',
      'WORK 2',
      'WORK 3',
      'SWITCHBOARD 4',
      'HOME 5',
      'MOBILE 6',
      'OTHER 9',
    ]);
    expect(one).toMatchObject({ name: 'Anna Bell', email: 'a@acme.example', organization: 'Acme' });
  });

  test('Outlook in German, with semicolons', async () => {
    const [one] = await contactsOf(
      'Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Position;Fax geschäftlich;Telefon geschäftlich;Telefon Firma;Telefon privat;Mobiltelefon;Weiteres Telefon;E-Mail-Adresse;E-Mail 2: Adresse;Hotel',
      'Frau;Jörg;;Müller;"Müller; Söhne";Chef;1;2;3;4;5;6;j@m.example;x@m.example;Ritz',
    );
    expect(one).toMatchObject({ name: 'Jörg Müller', organization: 'Müller; Söhne', email: 'j@m.example' });
    expect(one && numbersOf(one)).toEqual(['FAX 1', 'WORK 2', 'SWITCHBOARD 3', 'HOME 4', 'MOBILE 5', 'OTHER 6']);
  });

  test('Apple and others, with tabs', async () => {
    const [one] = await contactsOf(
      'First name\tLast name\tCompany\tMobile\tTelephone (work)\tEmail',
      'Anna\tBell\tAcme\t1\t2\ta@b.example',
    );
    expect(one && numbersOf(one)).toEqual(['MOBILE 1', 'WORK 2']);
  });
});

test('a line that says what stands between is no heading', async () => {
  expect(await contactsOf('sep=;', 'Name;Phone', 'Anna;1')).toMatchObject([{ name: 'Anna' }]);
});

test('cells keep their line ends and quotes, and lose what was put before a formula', async () => {
  const [one, two] = await contactsOf('Name,Company,Phone', '"Anna ""Bell""","two\nlines",1', "'=1+1,'+x,+49 30 1");
  expect(one).toMatchObject({ name: 'Anna "Bell"', organization: 'two\nlines' });
  expect(two).toMatchObject({ name: '=1+1', organization: '+x', phoneNumbers: [{ number: '+49 30 1' }] });
});

test('a cell as long as a record may be is cut, and takes no longer for it', { timeout: 5000 }, async () => {
  const blanks = ' '.repeat(900_000);
  const text = `Name,Phone,Phone 2\nAnna${'a'.repeat(10_000)},"1${blanks}x",\nBob,1 :::${blanks.slice(0, 100)}2,"3\n4"\n`;
  const [anna, bob] = (await read(text, 65_536)).map(({ contact }) => contact as FileContact);
  expect(anna?.name).toHaveLength(4000);
  expect(anna?.phoneNumbers).toMatchObject([{ number: '1 x' }]);
  expect(bob && numbersOf(bob).map((one) => one.split(' ')[1])).toEqual(['1', '2', '3', '4']);
});

test('places are lines, and unknown columns are reported once', async () => {
  const entries = await read('Name,Shoe size,Phone,Colour\n"A\nB",1,2,3\n\nC,1,2,3\n');
  expect(entries.map(({ place, contact }) => [place, typeof contact])).toEqual([
    [1, 'string'],
    [3, 'object'],
    [5, 'object'],
  ]);
  expect(entries[0]).toMatchObject({ contact: 'ignoredColumns', start: 'Shoe size, Colour' });
});

test('of many numbers in a cell none is cut to another', async () => {
  const numbers = Array.from({ length: 40 }, (_none, at) => `030 9018${at + 10}${' '.repeat(100)}`);
  const [anna] = await read(`Name,Phone\nAnna,${numbers.join(':::')}\n`);
  expect(anna?.contact).toMatchObject({
    phoneNumbers: numbers.map((number) => ({ number: number.trim() })),
  });
});

test('a table without a heading that helps is no table of contacts', async () => {
  await expect(read('Anna,030 1\nBob,030 2')).rejects.toThrow(FileUnreadable);
  await expect(read('')).rejects.toThrow(FileUnreadable);
});

test('an unclosed quote costs the rows after it, and is reported', async () => {
  const entries = await read('Name,Phone\nAnna,1\n"Bob,2\nCarl,3\n');
  expect(entries[0]?.contact).toMatchObject({ name: 'Anna' });
  expect(entries.slice(1).some(({ contact }) => contact === null)).toBe(true);
});

test('one quote that nobody closed tells every line that it swallowed, and what follows is read', async () => {
  const row = (nr: number) => `Person ${nr},Acme,030 ${9000 + nr}`;
  const rows = Array.from({ length: 60 }, (_none, nr) => row(nr));
  rows[5] = '"Person 5,Acme,030 9005';
  rows[35] = '"Person 35",Acme,030 9035';
  const entries = await read(['Name,Company,Phone', ...rows].join('\n'), 65_536);
  const people = entries.flatMap(({ contact }) => (contact && typeof contact === 'object' ? [contact.name] : []));
  expect(people).toEqual(rows.flatMap((_row, nr) => (nr < 5 || nr > 35 ? [`Person ${nr}`] : [])));
  const lost = entries.filter(({ contact }) => contact === null);
  expect(lost.map(({ place }) => place)).toEqual(Array.from({ length: 31 }, (_none, at) => at + 7));
  expect(lost[1]?.start).toBe(row(6));
});

test('a quote that swallows a single row is reported as well', async () => {
  const entries = await read('Name,Company,Phone\n"Anna,Acme,1\nBob,"Acme",2\nCarl,Acme,3\n', 65_536);
  expect(entries.map(({ place, contact }) => [place, contact === null])).toEqual([
    [2, true],
    [3, true],
    [4, false],
  ]);
});

test('cells of several lines with commas in their words are what they are', async () => {
  const address = '"Main Street 5, back yard\nsecond floor, left\nBerlin"';
  const [anna, bob] = await contactsOf('Name,Phone,Address,Notes', `Anna,1,${address},x`, `Bob,2,"a\nb, c\nd",`);
  expect([anna?.name, bob?.name]).toEqual(['Anna', 'Bob']);
});

test('arbitrary text is read or refused, never anything else', async () => {
  const words = ['Name', 'Phone', ',', ';', '\t', '"', '\n', '\r\n', "'", '=', 'a', '1'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 50 }), async (some) => {
      await read(`Name,Phone\n${some.join('')}`);
      await read(some.join('')).catch((error: unknown) => {
        if (!(error instanceof FileUnreadable)) throw error;
      });
    }),
    { numRuns: 500 },
  );
});

/** A file as pieces, which tells whether it was closed; after the lines it breaks off with an error. */
const fileOf = (lines: number, error: Error | null = null) => {
  const file = { isClosed: false, pieces };
  async function* pieces() {
    try {
      yield 'First name,Phone\n';
      for (let at = 0; at < lines; at += 1) yield `Ada ${at},030 ${at}\n`;
      if (error) throw error;
    } finally {
      file.isClosed = true;
    }
  }
  return file;
};

test('a file that breaks off while it is read is an error for its reader', async () => {
  const gone = new Error('EIO: the disk is gone');
  const file = fileOf(5_000, gone);
  const readAll = async () => {
    for await (const _entry of readCsv(file.pieces()));
  };
  await expect(readAll()).rejects.toBe(gone);
  expect(file.isClosed).toBe(true);
});

test('a reader who stops leaves no file open', async () => {
  const left = fileOf(50_000);
  for await (const _entry of readCsv(left.pieces())) break;
  await vi.waitFor(() => expect(left.isClosed).toBe(true));
});
