import type { AdminNumberBlock } from '@sidetone/contract/entities/admin-channel.ts';
import { expect, test } from 'vitest';
import { isInBlock, nameOfBlock } from './block-words.ts';

const block = (switchboard: string | null, first: string, last: string): AdminNumberBlock => ({
  id: 'b1',
  label: null,
  switchboard,
  first,
  last,
  trunkId: null,
  trunkName: null,
  total: 101,
  used: 1,
});
const german = block('+4940669690', '+49406696900', '+49406696999');

test('a block is named by its switchboard and the digits that differ', () => {
  expect(nameOfBlock(german, 'to').replace(/\s/g, '')).toBe('+4940669690,+49406696900to99');
  expect(nameOfBlock(block(null, '+49406696910', '+49406696919'), 'bis').replace(/\s/g, '')).toBe('+49406696910bis9');
});

test('its switchboard and its range are in it, and nothing else', () => {
  for (const number of ['+4940669690', '+49406696900', '+49406696923', '+49406696999']) {
    expect(isInBlock(number, german), number).toBe(true);
  }
  for (const number of ['+4940669691', '+494066969123', '+49406697000']) {
    expect(isInBlock(number, german), number).toBe(false);
  }
});
