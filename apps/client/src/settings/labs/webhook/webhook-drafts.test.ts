import type { Webhook } from '@sidetone/contract/entities/webhook.ts';
import { expect, test } from 'vitest';
import {
  changedFields,
  changeOf,
  draftOf,
  newDraft,
  planOf,
  problemsOf,
  renamed,
  retyped,
  withOne,
  withoutOne,
} from './webhook-drafts.ts';

const saved: Webhook = {
  id: 'webhook-1',
  url: 'https://calls.example/in',
  method: 'POST',
  headers: [
    { name: 'Authorization', value: null, ends: '4f1c' },
    { name: 'X-Source', value: 'sidetone', ends: null },
  ],
  channels: ['c1'],
  payload: 'JSON',
  state: 'on',
  rev: 7,
};
const draft = draftOf(saved);
const [secret, plain] = draft.headers;
if (!secret || !plain) throw new Error('two headers');

test('SSET-034: what is as it was saved is no change, and an empty row is none', () => {
  expect(planOf([draft], [saved])).toEqual({ removed: [], written: [], fields: [] });
  const row = { key: 'new', name: ' ', value: '', ends: null };
  expect(planOf([{ ...draft, headers: [...draft.headers, row], url: `${draft.url} ` }], [saved]).fields).toEqual([]);
  expect(planOf([], [])).toEqual({ removed: [], written: [], fields: [] });
});

test('SSET-036, SSET-037: what changed is written, what is new is added, what is gone is deleted', () => {
  const changed = { ...draft, url: 'https://calls.example/out', channels: [] };
  expect(planOf([changed], [saved])).toEqual({ removed: [], written: [changed], fields: ['url', 'channels'] });
  const other = newDraft('webhook-2');
  expect(planOf([other], [saved])).toEqual({ removed: [saved], written: [other], fields: ['webhook', 'removed'] });
  expect(changedFields({ ...draft, isOff: false }, { ...saved, state: 'off' })).toEqual(['state']);
});

test('SSET-037, SSET-041: after a deletion alone the next Save adds what is left, and Discard leaves nothing', () => {
  const other = newDraft('webhook-2');
  const now = withoutOne([saved], saved.id);
  expect(planOf([other], now)).toEqual({ removed: [], written: [other], fields: ['webhook'] });
  expect(now.map(draftOf)).toEqual([]);
});

test('SSET-038: what the server took is what is saved from then on', () => {
  const added = { ...saved, id: 'webhook-2', rev: 1 };
  expect(withOne([], added)).toEqual([added]);
  const changed = { ...saved, url: 'https://calls.example/out', rev: 8 };
  const now = withOne([saved, added], changed);
  expect(now).toEqual([changed, added]);
  expect(planOf(now.map(draftOf), now).fields).toEqual([]);
});

test('a secret stays where nothing is typed, belongs to its name, and comes back when it is emptied', () => {
  expect(changeOf(draft, 7).headers).toEqual([
    { name: 'Authorization', value: null },
    { name: 'X-Source', value: 'sidetone' },
  ]);
  const typed = retyped(secret, 'Bearer new', '4f1c');
  expect(changeOf({ ...draft, headers: [typed] }, 7).headers).toEqual([{ name: 'Authorization', value: 'Bearer new' }]);
  expect(retyped(typed, '', '4f1c')).toEqual(secret);
  expect(renamed(secret, 'authorization').ends).toBe('4f1c');
  const moved = { ...draft, headers: [renamed(secret, 'X-Token')] };
  expect([...problemsOf(moved, saved)]).toEqual([['Authorization.value', 'needsValue']]);
});

test('SSET-035, SERR-045: problems stand at their fields, whatever empty rows lie between', () => {
  const row = (key: string, name: string, value: string) => ({ key, name, value, ends: null });
  const wrong = {
    ...newDraft('webhook-2'),
    url: 'calls.example',
    headers: [
      row('a', '', ''),
      row('b', 'Content-Type', 'text/plain'),
      row('c', 'X-Ü', 'one'),
      row('d', 'X-Source', ''),
    ],
  };
  expect([...problemsOf(wrong, undefined)]).toEqual([
    ['url', 'notAnAddress'],
    ['b.name', 'reservedName'],
    ['c.name', 'notAName'],
    ['d.value', 'needsValue'],
  ]);
  expect([...problemsOf({ ...draft, headers: [plain, { ...plain, key: 'x', name: 'x-source' }] }, saved)]).toEqual([
    ['x.name', 'nameTwice'],
  ]);
});

test('a secret is asked for again where the address leads to another server', () => {
  expect([...problemsOf({ ...draft, url: 'https://other.example/in' }, saved)]).toEqual([
    ['Authorization.value', 'valueOfAnotherServer'],
  ]);
  expect([...problemsOf({ ...draft, url: 'https://calls.example:443/elsewhere' }, saved)]).toEqual([]);
});
