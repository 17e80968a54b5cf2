import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countByModel, moods } from './by-model.ts';
import { script } from './hearing.ts';
import { brokenLimits, limitsOf } from './limits.ts';
import { plantedCalls } from './planted-call.ts';

const limits = limitsOf(readFileSync(join(import.meta.dirname, 'limits.json'), 'utf8'));
const calls = plantedCalls();

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'AI_SDK_LOG_WARNINGS');
});

test.each(moods.flatMap((mood) => [60_000, 2_600].map((contextTokens) => [mood, contextTokens] as const)))(
  'of what a model that is %s says only what was said gets through, with %i tokens a request',
  async (mood, contextTokens) => {
    for (const language of ['en', 'de'] as const) {
      const own = calls.filter((call) => call.language === language);
      const { count, failed } = await countByModel(own, script, mood, contextTokens);
      const name = contextTokens < 10_000 ? `${mood} in windows` : mood;
      expect(brokenLimits(new Map([[`${language} ${name}`, count]]), limits)).toEqual([]);
      expect(count.wrongDays).toEqual([]);
      if (mood === 'honest') expect(failed).toBe(0);
    }
  },
);
