import { expect, test } from 'vitest';
import { problemOfPhone, readPhones } from './read-phones.ts';

const mac = '00:15:65:aa:bb:01';

test.each([
  ['00:15:65:AA:BB:01 21', { mac, extension: '21', name: '' }],
  ['21;001565aabb01', { mac, extension: '21', name: '' }],
  ['00-15-65-aa-bb-01\t21\tEmpfang links', { mac, extension: '21', name: 'Empfang links' }],
  ['0015.65aa.bb01, Lager, 4711', { mac, extension: '4711', name: 'Lager' }],
  ['001565aabb01', { mac, extension: '', name: '' }],
  ['00:15:65:AA:BB 21', { mac: '00:15:65:AA:BB', extension: '21', name: '' }],
  ['00:00:00:00:00:00 21', { mac: '00:00:00:00:00:00', extension: '21', name: '' }],
])('%s', (line, phone) => {
  expect(readPhones(`\n ${line} \r\n\n`)).toEqual([phone]);
});

test('each line says why its phone cannot be set up', () => {
  const phones = readPhones('001565aabb01 21\nxyz 22\n00:15:65:AA:BB:01 23\n001565aabb02 99\n001565aabb03');
  const problems = phones.map((_, at) => problemOfPhone(phones, at, (extension) => extension.startsWith('2')));
  expect(problems).toEqual([null, 'macWrong', 'sameTwice', 'noUser', 'noUser']);
});

test('headings above phones are no phone, and a first line that has a digit is', () => {
  const phone = { mac, extension: '21', name: '' };
  expect(readPhones('MAC-Adresse\tNebenstelle\n001565aabb01\t21')).toEqual([phone]);
  expect(readPhones('MAC\tExtension\n')).toHaveLength(1);
  expect(readPhones('001565aabb\t21\n001565aabb01\t21')).toHaveLength(2);
});
