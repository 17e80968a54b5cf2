import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countOf } from './documented.ts';
import { script } from './hearing.ts';
import { brokenLimits, limitsOf } from './limits.ts';
import { plantedCalls } from './planted-call.ts';

const limits = limitsOf(readFileSync(join(import.meta.dirname, 'limits.json'), 'utf8'));
const calls = plantedCalls();

test.each(['en', 'de'] as const)(
  'what is planted in scripted calls is found, and nothing is made up (%s)',
  (language) => {
    const own = calls.filter((call) => call.language === language);
    expect(own.length).toBeGreaterThanOrEqual(5);
    const counts = new Map([[`${language} script`, countOf(own, script).count]]);
    expect(brokenLimits(counts, limits)).toEqual([]);
  },
);

test('evidence of facts and answers names lines of their call, and what is planted is said there', () => {
  for (const { id, lines, facts, questions } of calls) {
    const known = new Set(lines.map((line) => line.id));
    const unknown = [...facts, ...questions].flatMap(({ evidence }) => evidence).filter((each) => !known.has(each));
    expect({ id, unknown }).toEqual({ id, unknown: [] });
  }
});
