import { expect, test } from 'vitest';
import { choosableNumbers, proposeExtensions, proposeNumbers } from './propose-numbers.ts';

const free = (...ids: string[]) => ids.map((id) => ({ id, channelId: null, menuId: null }));
const two = (digits: number) => String(digits).padStart(2, '0');
/** A German block: head, -0 and two digits. */
const german = free('+4940669690', ...Array.from({ length: 100 }, (_, at) => `+494066969${two(at)}`));

test('the number that ends in the extension is proposed', () => {
  expect(proposeNumbers(german, [{ extension: '11' }, { extension: '25' }])).toEqual(['+49406696911', '+49406696925']);
});

test('in a block of three digits an extension of two finds the lowest number that ends in it', () => {
  const block = free(...Array.from({ length: 100 }, (_, at) => `+493023125${100 + at}`));
  expect(proposeNumbers(block, [{ extension: '112' }, { extension: '20' }])).toEqual([
    '+493023125112',
    '+493023125120',
  ]);
});

test('without a fitting one the next free one is proposed, and never one that fits a user further down', () => {
  const block = free('+49406696900', '+49406696901', '+49406696902', '+49406696903');
  expect(proposeNumbers(block, [{ extension: '77' }, { extension: '' }, { extension: '1' }])).toEqual([
    '+49406696900',
    '+49406696902',
    '+49406696901',
  ]);
});

test('a chosen number stays, also where another user would fit better, and "no number" stays', () => {
  const chosen = [{ extension: '11', chosen: null }, { extension: '12', chosen: '+49406696913' }, { extension: '13' }];
  expect(proposeNumbers(german, chosen)).toEqual([null, '+49406696913', '+49406696900']);
});

test('neither the switchboard nor a single number nor a number in use is proposed', () => {
  expect(proposeNumbers(german, [{ extension: '0' }])).not.toContain('+4940669690');
  expect(proposeNumbers(free('+493012345', '+4989777'), [{ extension: '45' }])).toEqual([null]);
  const block = [{ id: '+49406696911', channelId: 'c1', menuId: null }, ...free('+49406696912')];
  expect(proposeNumbers(block, [{ extension: '11' }, { extension: '20' }])).toEqual(['+49406696912', null]);
});

test('a hundred users get a hundred different numbers', () => {
  const people = Array.from({ length: 100 }, (_, at) => ({ extension: String(20 + at) }));
  const given = proposeNumbers(german, people);
  expect(new Set(given).size).toBe(100);
  expect(given).not.toContain(null);
});

test('numbers to choose from lead nowhere or are the user’s own', () => {
  const numbers = [
    { id: '+491', channelId: 'c1', menuId: null },
    { id: '+492', channelId: null, menuId: null },
    { id: '+493', channelId: 'c2', menuId: null },
  ];
  expect(choosableNumbers(numbers, ['+491'])).toEqual(['+491', '+492']);
});

test('extensions count up from 20 and skip those that are taken', () => {
  expect(proposeExtensions(3, (extension) => extension === '21')).toEqual(['20', '22', '23']);
});
