import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContactDraft } from '../connector.ts';
import { fileNumberLabels } from './number-labels.ts';
import { readVCards } from './read-card.ts';
import { inVersion4 } from './version-4.ts';
import { writeVCard } from './write-card.ts';

const draft = (given: Partial<ContactDraft> = {}): ContactDraft => ({
  name: null,
  firstName: null,
  lastName: null,
  organization: null,
  email: null,
  phoneNumbers: [],
  ...given,
});
const readOne = (text: string) => {
  const [entry, ...others] = readVCards(text);
  expect(others).toEqual([]);
  if (!entry?.contact) throw new Error(`not readable: ${text}`);
  return entry.contact;
};
const readAgain = (given: ContactDraft, original?: unknown, version: '3.0' | '4.0' = '3.0') =>
  readOne(writeVCard(given, { uid: 'u1', original, version }));

const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((some) => some.replace(/[\s\p{Cc}\uFEFF]+/gu, ' ').trim());
const textOrNone = text.map((some) => some || null);
const drafts = fc.record({
  name: textOrNone,
  firstName: textOrNone,
  lastName: textOrNone,
  organization: textOrNone,
  email: textOrNone,
  phoneNumbers: fc.array(
    fc.record({
      label: fc.constantFrom(...fileNumberLabels),
      number: fc.stringMatching(/^\+?[0-9]{1,15}$/),
    }),
    { maxLength: 6 },
  ),
});

test('what is written is read again as it was, in both versions', () => {
  fc.assert(
    fc.property(drafts, fc.constantFrom('3.0' as const, '4.0' as const), (given, version) => {
      const read = readAgain(given, undefined, version);
      const { name, ...others } = given;
      expect(read).toMatchObject({ ...others, email: given.email?.replace(/^mailto:/i, '') ?? null, uid: 'u1' });
      if (name !== null) expect(read.name).toBe(name);
    }),
    { numRuns: 1000 },
  );
});

test('whatever is changed of a card is read again, and what is not ours stays letter for letter', () => {
  const foreign = [
    'NOTE:a\\, b; c',
    'X-Custom;X-Way="a:b":raw\\x',
    'item1.ADR;TYPE=work:;;Street;;;;',
    'BDAY:1980-01-02',
  ];
  fc.assert(
    fc.property(drafts, drafts, (first, second) => {
      const written = writeVCard(first, { uid: 'u1' }).replace('END:VCARD', [...foreign, 'END:VCARD'].join('\r\n'));
      const before = readOne(written);
      const after = readAgain(second, before.original);
      const { name: _name, ...others } = second;
      expect(after).toMatchObject({ ...others, email: second.email?.replace(/^mailto:/i, '') ?? null, uid: 'u1' });
      const kept = (one: typeof before) =>
        one.original[1].filter(([name]) => ['note', 'x-custom', 'adr', 'bday'].includes(name));
      expect(kept(after)).toEqual(kept(before));
      expect(kept(after)).toHaveLength(4);
    }),
    { numRuns: 500 },
  );
});

test('arbitrary originals are no reason to fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), drafts, (original, given) => {
      readAgain(given, original);
    }),
  );
});

describe('of the card before', () => {
  const before = readOne(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'UID:keep-me',
      'N:Bell;Anna;Maria;Dr.;',
      'FN:Dr. Anna Maria Bell',
      'ORG:Acme;Sales',
      'EMAIL;TYPE=work:anna@acme.example',
      'EMAIL;TYPE=home:anna@home.example',
      'item1.TEL;TYPE=pref:+49 30 901820',
      'item1.X-ABLabel:Zentrale',
      'TEL;TYPE=CELL;X-KEPT=1:0170 1234567',
      'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
  const same: ContactDraft = before;
  const linesOf = (given: ContactDraft) => writeVCard(given, { uid: 'new', original: before.original }).split('\r\n');

  test('nothing changes where nothing was changed', () => {
    expect(readAgain(same, before.original).original).toEqual(before.original);
  });

  test('further addresses, departments and middle names stay', () => {
    const lines = linesOf({ ...same, firstName: 'Anne', organization: 'Bolt', email: 'anne@bolt.example' });
    expect(lines).toEqual(
      expect.arrayContaining([
        'N:Bell;Anne;Maria;Dr.;',
        'FN:Dr. Anne Maria Bell',
        'ORG:Bolt;Sales',
        'UID:keep-me',
        'EMAIL;TYPE=work:anne@bolt.example',
        'EMAIL;TYPE=home:anna@home.example',
        'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
      ]),
    );
  });

  test('a number keeps its line, also with other digits, and a new one gets its types', () => {
    const lines = linesOf({
      ...same,
      phoneNumbers: [
        { label: 'SWITCHBOARD', number: '+49 30 901820' },
        { label: 'MOBILE', number: '0171 7654321' },
        { label: 'FAX', number: '030 1' },
      ],
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'ITEM1.TEL;TYPE=pref:+49 30 901820',
        'ITEM1.X-ABLABEL:Zentrale',
        'TEL;TYPE=CELL;X-KEPT=1:0171 7654321',
        'TEL;TYPE=fax:030 1',
      ]),
    );
  });

  test('a label goes with its number', () => {
    const lines = linesOf({ ...same, phoneNumbers: [] });
    expect(lines.filter((one) => /TEL|ABLABEL/.test(one))).toEqual([]);
  });

  test('version 4.0 says in its own words what was said in 3.0', () => {
    const lines = writeVCard(same, { uid: 'x', original: inVersion4(before.original) }).split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:4.0']);
    expect(lines).toEqual(
      expect.arrayContaining(['PHOTO:data:image/jpeg;base64,AAAA', 'ITEM1.TEL;PREF=1:+49 30 901820']),
    );
    expect(readOne(lines.join('\r\n'))).toMatchObject({ name: same.name, phoneNumbers: same.phoneNumbers });
  });
});

test('lines are folded at 75 bytes and end with CRLF', () => {
  const written = writeVCard(draft({ name: 'Ä'.repeat(200) }), { uid: 'u' });
  for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('nobody writes lines of their own into a card', () => {
  const read = readAgain(
    draft({
      name: 'A\r\nTEL:110',
      organization: 'x\nEND:VCARD',
      phoneNumbers: [{ label: 'WORK', number: '1\r\nNOTE:x' }],
    }),
  );
  expect(read.name).toBe('A TEL:110');
  expect(read.original[1].filter(([name]) => name === 'note')).toEqual([]);
});
