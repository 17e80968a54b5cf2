import { lineTestSteps } from '@sidetone/contract/entities/line-test.ts';
import { expect, test } from 'vitest';
import { adminAlarms as de } from '#i18n/de/admin-alarms.ts';
import { adminAlarms as en } from '#i18n/en/admin-alarms.ts';
import { mendOf } from './line-test-words.ts';

const statuses = [null, 401, 403, 404, 408, 415, 480, 482, 484, 486, 487, 488, 500, 503, 600, 603, 606];

test('every failure has words of both languages that say how it is mended', () => {
  const failed = lineTestSteps.map((step) => mendOf({ step, state: 'failed', status: null }));
  const refused = statuses.map((status) => mendOf({ step: 'call', state: 'failed', status }));
  for (const mend of [...failed, ...refused, mendOf({ step: 'keys', state: 'unknown', status: null })]) {
    expect(Object.keys(en.lineTest.mend)).toContain(mend);
    expect(Object.keys(de.lineTest.mend)).toContain(mend);
  }
});

test('what works and what is left out needs no mending', () => {
  expect(lineTestSteps.map((step) => mendOf({ step, state: 'ok', status: null }))).toEqual(
    lineTestSteps.map(() => null),
  );
  expect(mendOf({ step: 'arrival', state: 'skipped', status: null })).toBeNull();
});
