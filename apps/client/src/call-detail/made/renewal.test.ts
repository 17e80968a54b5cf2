import { documentation, type MadeBy } from '@sidetone/contract/entities/documentation.ts';
import { expect, test } from 'vitest';
import { changedByPeople, hasLostItsWords, madeOf, makerOf, renewalOf, waysToRenew } from './renewal.ts';

const at = '2026-11-23T10:00:00.000Z';
const model: MadeBy = { kind: 'model', service: 'Mistral', at };
const basic: MadeBy = { kind: 'basic', at };
const call = (parts: object) => ({ documentation: documentation.parse(parts) });

test('a part can be made by what made it not yet, and by a model again', () => {
  expect(waysToRenew(basic, true)).toEqual(['model']);
  expect(waysToRenew(basic, false)).toEqual([]);
  expect(waysToRenew(model, true)).toEqual(['model', 'basic']);
  expect(waysToRenew(model, false)).toEqual(['basic']);
});

test('headline and summary are one thing to their reader', () => {
  const row = call({
    summary: { status: 'error' },
    callHeadline: { status: 'success', text: 'One', madeBy: model, renewal: { by: 'model', status: 'error', at } },
  });
  expect(madeOf(row, ['summary', 'callHeadline'])).toEqual(['callHeadline']);
  expect(makerOf(row, ['summary', 'callHeadline'])?.service).toBe('Mistral');
  expect(renewalOf(row, ['summary', 'callHeadline'])?.status).toBe('error');
  expect(renewalOf(row, ['actionItem'])).toBeNull();
});

test('only what people changed of these parts is asked about', () => {
  const row = call({
    actionItem: { status: 'success', items: [{ id: '1', text: 'Do', checked: true }] },
    smallTalk: { status: 'success', items: [{ id: '1', topic: 'Rain', description: 'Wet', pinned: true }] },
  });
  expect(changedByPeople(row, ['actionItem'])).toBe(1);
  expect(changedByPeople(row, ['smallTalk', 'actionItem'])).toBe(2);
  expect(changedByPeople(row, ['summary'])).toBe(0);
});

test('what a model wrote outlives its transcript, and says so', () => {
  expect(hasLostItsWords(call({}), model)).toBe(true);
  expect(hasLostItsWords(call({ transcription: { status: 'success' } }), model)).toBe(false);
  expect(hasLostItsWords(call({}), null)).toBe(false);
});
