import { expect, test } from 'vitest';
import { headingOf, mostPastedPhones, problemOfPhone, readPhones, withLinesBack } from './read-phones.ts';

const mac = '00:15:65:aa:bb:01';
const yealink = { mac, vendor: 'yealink', model: '', name: '' } as const;

test.each([
  ['00:15:65:AA:BB:01 21', { ...yealink, who: '21' }],
  ['21;001565aabb01', { ...yealink, who: '21' }],
  ['00-15-65-aa-bb-01\t21\tEmpfang links', { ...yealink, who: '21', name: 'Empfang links' }],
  ['0015.65aa.bb01, Lager, 4711', { ...yealink, who: '4711', name: 'Lager' }],
  ['001565aabb01', { ...yealink, who: '' }],
  ['00:15:65:AA:BB 21', { ...yealink, mac: '00:15:65:AA:BB', who: '21' }],
  ['00:00:00:00:00:00 21', { ...yealink, mac: '00:00:00:00:00:00', vendor: null, who: '21' }],
  ['001565aabb01 lene@firma.example', { ...yealink, who: 'lene@firma.example' }],
  ['001565aabb01;"21";"Yealink";"T54W";"Front"', { ...yealink, who: '21', model: 'T54W', name: 'Front' }],
  ['000413AABBCD D785 22', { mac: '00:04:13:aa:bb:cd', vendor: 'snom', model: 'D785', who: '22', name: '' }],
  [
    '22 Snom D862 0004.13aa.bbcd Halle 3',
    { mac: '00:04:13:aa:bb:cd', vendor: 'snom', model: 'D862', who: '22', name: 'Halle 3' },
  ],
  ['a0b1c2d3e4f5 Cisco 8841 23', { mac: 'a0:b1:c2:d3:e4:f5', vendor: 'cisco', model: '8841', who: '23', name: '' }],
  [
    'a0b1c2d3e4f5\t8841\tCisco MPP\tCP-7841',
    { mac: 'a0:b1:c2:d3:e4:f5', vendor: 'cisco', model: 'CP-7841', who: '8841', name: '' },
  ],
  [
    'c074ad112233 GRP2614 24 Lager',
    { mac: 'c0:74:ad:11:22:33', vendor: 'grandstream', model: 'GRP2614', who: '24', name: 'Lager' },
  ],
  ['7C2F80112233 Gigaset N670 25', { mac: '7c:2f:80:11:22:33', vendor: 'gigaset', model: 'N670', who: '25', name: '' }],
  // What the line says counts for more than what the address tells.
  ['001565aabb01 Snom D785 26', { ...yealink, vendor: 'snom', model: 'D785', who: '26' }],
])('%s', (line, phone) => {
  expect(readPhones(`\n ${line} \r\n\n`)).toEqual([{ line, ...phone }]);
});

test('a table with headings is read by its columns, in whatever order these are', () => {
  const table = [
    'Nebenstelle;Hersteller;Gerät;MAC-Adresse;Raum',
    '8841;Cisco;8841;a0b1c2d3e4f5;2. Stock',
    '22;;Snom D785;000413AABBCD;Snom Ecke',
    '23;Yealink;T54W;80-5E-C0-00-00-01',
    'lene@firma.example;;WP836;c0:74:ad:11:22;',
    '24;Polycom;VVX 350;0004f2112233;',
  ];
  expect(readPhones(table.join('\r\n'))).toEqual([
    { line: table[1], mac: 'a0:b1:c2:d3:e4:f5', who: '8841', vendor: 'cisco', model: '8841', name: '2. Stock' },
    { line: table[2], mac: '00:04:13:aa:bb:cd', who: '22', vendor: 'snom', model: 'D785', name: 'Snom Ecke' },
    { line: table[3], mac: '80:5e:c0:00:00:01', who: '23', vendor: 'yealink', model: 'T54W', name: '' },
    {
      line: table[4],
      mac: 'c0:74:ad:11:22',
      who: 'lene@firma.example',
      vendor: 'grandstream',
      model: 'WP836',
      name: '',
    },
    { line: table[5], mac: '00:04:f2:11:22:33', who: '24', vendor: 'other', model: 'VVX 350', name: '' },
  ]);
  const phones = readPhones(table.join('\n'));
  expect(phones.map((_, at) => problemOfPhone(phones, at, () => true, false))).toEqual([
    null,
    null,
    null,
    'macWrong',
    'vendorUnknown',
  ]);
});

test('a cell may have signs that separate cells of other tables, or its own within quotes', () => {
  const ofTable = (text: string) => readPhones(text).map(({ mac: address, who, name }) => [name, address, who]);
  const read = [['Halle 3, Nord', mac, '21']];
  expect(ofTable('Raum;MAC;Nebenstelle\nHalle 3, Nord;001565aabb01;21')).toEqual(read);
  expect(ofTable('Room,MAC,Extension\n"Halle 3, Nord",001565aabb01,21')).toEqual(read);
  expect(ofTable('Room,MAC,Extension\n"Halle 3,001565aabb01,21')).toEqual([['"Halle 3', mac, '21']]);
});

test('each line says why its phone cannot be set up', () => {
  const phones = readPhones(
    '001565aabb01 21\nxyz 22\n00:15:65:AA:BB:01 23\n001565aabb02 99\n001565aabb03\n001565aabb04 24 T54W',
  );
  const problems = (hasModel: boolean) =>
    phones.map((_, at) => problemOfPhone(phones, at, (who) => who.startsWith('2'), hasModel));
  expect(problems(true)).toEqual([null, 'macWrong', 'sameTwice', 'noUser', 'noUser', null]);
  expect(problems(false)).toEqual(['modelMissing', 'macWrong', 'sameTwice', 'noUser', 'noUser', null]);
});

test('a list that is too long says so at its end', () => {
  const many = Array.from({ length: mostPastedPhones + 1 }, (_none, at) => `001565${String(100_000 + at)} 21`).join(
    '\n',
  );
  const phones = readPhones(many);
  expect(problemOfPhone(phones, mostPastedPhones - 1, () => true, true)).toBeNull();
  expect(problemOfPhone(phones, mostPastedPhones, () => true, true)).toBe('tooMany');
});

test('lines of a table that come back have its heading again, and no other lines get it', () => {
  const heading = 'Raum;MAC;Nebenstelle';
  const row = '5;00:04:13:00:01:01;21';
  expect([headingOf(`${heading}\n${row}`), headingOf(row), headingOf('')]).toEqual([heading, '', '']);
  expect(readPhones(withLinesBack('', heading, [row]))).toMatchObject([{ who: '21', name: '5' }]);
  expect(withLinesBack(`${heading}\n6;x;22`, heading, [row])).toBe(`${heading}\n${row}\n6;x;22`);
  expect(withLinesBack('00:04:13:00:01:02 22', heading, [row])).toBe(`${row}\n00:04:13:00:01:02 22`);
});
