import { menuKeys, newVoiceMenu } from '@sidetone/contract/entities/voice-menu.ts';
import { expect, test } from 'vitest';
import { type KeyLine, menuShape, menuValues, nextChannel, nextKey } from './menu-form.ts';

const sales = { kind: 'channel', channelId: 'sales' } as const;

test('a new menu begins without a name, and with what the contract says', () => {
  const values = menuValues(null);
  expect(values).toMatchObject({ name: '', promptAnnouncementId: '', waitSeconds: 5, keys: [] });
  expect(newVoiceMenu.safeParse(menuShape(values)).success).toBe(false);
  expect(newVoiceMenu.parse(menuShape({ ...values, name: 'Main' }))).toMatchObject({ promptAnnouncementId: null });
});

test('a menu goes through the form as it is', () => {
  const menu = newVoiceMenu.parse({
    name: 'Main',
    promptAnnouncementId: 'welcome',
    keys: [{ key: '*', target: sales }],
  });
  expect(newVoiceMenu.parse(menuShape(menuValues({ ...menu, id: 'm', rev: 1, revision: 0 })))).toEqual(menu);
});

test('another key is the first that is free, until all lead somewhere', () => {
  expect(nextKey([{ lineId: 'kept-1', key: '1', target: sales }], sales)?.key).toBe('2');
  const keys: KeyLine[] = [];
  for (let next = nextKey(keys, sales); next !== null; next = nextKey(keys, sales)) keys.push(next);
  expect(keys.map(({ key }) => key)).toEqual(menuKeys);
  expect(new Set(keys.map(({ lineId }) => lineId)).size).toBe(menuKeys.length);
});

test('another key leads to a channel that no key leads to, while there is one', () => {
  const keys = [{ lineId: 'kept-1', key: '1', target: sales }] as const;
  expect(nextChannel([], ['sales', 'support'])).toBe('sales');
  expect(nextChannel(keys, ['sales', 'support'])).toBe('support');
  expect(nextChannel(keys, ['sales'])).toBe('sales');
  expect(nextChannel(keys, [])).toBe('');
});
