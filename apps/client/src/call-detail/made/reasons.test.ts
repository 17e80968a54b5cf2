import { documentation, partReason } from '@sidetone/contract/entities/documentation.ts';
import { expect, test } from 'vitest';
import { nextSteps, reasonsOf } from './reasons.ts';

const call = (parts: object) => ({ documentation: documentation.parse(parts) });

test('each reason is told once, and none of what is made', () => {
  const off = { status: 'disabled', reason: 'noConsent' };
  expect(
    reasonsOf(call({ transcription: off, summary: off, actionItem: { status: 'error', reason: 'serviceDown' } }), {
      hasCallSmallTalk: true,
    }),
  ).toEqual(['noConsent', 'serviceDown']);
  expect(reasonsOf(call({ summary: { status: 'success' } }), { hasCallSmallTalk: true })).toEqual([]);
});

test('small talk that nobody sees is not missed', () => {
  const row = call({ smallTalk: { status: 'disabled', reason: 'quota' } });
  expect(reasonsOf(row, { hasCallSmallTalk: false })).toEqual([]);
  expect(reasonsOf(row, { hasCallSmallTalk: true })).toEqual(['quota']);
});

test('what failed can be tried again, and what is missing can be set up', () => {
  expect(partReason.options.filter((reason) => nextSteps[reason] === 'resume')).toEqual([
    'skipped',
    'serviceDown',
    'badAnswer',
  ]);
  expect(nextSteps).toMatchObject({ noRecognizer: 'administration', quota: 'upgrade', emergency: null });
});
