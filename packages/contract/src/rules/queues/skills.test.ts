import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitOf, hasSkills, joinNeeds, stepAfter } from './skills.ts';

const need = (skillId: string, level = 1) => ({ skillId, level });
const relaxMs = 20_000;
const after = (seconds: number, needs: ReturnType<typeof need>[], present: Record<string, number>[]) =>
  stepAfter({ needs, waitedMs: seconds * 1000, relaxMs }, present);

describe('what callers ask for', () => {
  test('is relaxed step by step: the level, the skill, and then nothing', () => {
    const present = [{ english: 3 }, { english: 1 }, {}];
    const steps = [0, 19, 20, 39, 40, 900].map((seconds) => after(seconds, [need('english', 2)], present).step);
    expect(steps).toEqual(['levels', 'levels', 'skills', 'skills', 'anybody', 'anybody']);
    expect(after(5, [need('english', 2)], present).relaxesInMs).toBe(15_000);
    expect(after(40, [need('english', 2)], present).relaxesInMs).toBeNull();
  });

  test('is one of several skills before it is nothing', () => {
    const present = [{ english: 2, returns: 2 }, { english: 1 }];
    const needs = [need('english'), need('returns')];
    expect([0, 20, 40].map((seconds) => after(seconds, needs, present).step)).toEqual([
      'skills',
      'oneSkill',
      'anybody',
    ]);
  });

  test('costs no time where a step is met by nobody who is there', () => {
    expect(after(0, [need('english', 3)], [{ english: 1 }]).step).toBe('skills');
    expect(after(20, [need('english', 3)], [{ english: 1 }]).step).toBe('anybody');
    expect(after(0, [need('gone')], [{ english: 1 }, {}])).toEqual({ step: 'anybody', relaxesInMs: null });
    expect(after(0, [need('english')], [])).toEqual({ step: 'anybody', relaxesInMs: null });
  });

  test('joins what the queue asks for with what a call brings along; the higher level counts', () => {
    expect(joinNeeds([need('english', 3), need('returns')], [need('english', 2), need('french')])).toEqual([
      need('english', 3),
      need('returns'),
      need('french'),
    ]);
    expect(fitOf({ english: 3, french: 1 }, [need('english'), need('returns')])).toBe(3);
  });
});

const needs = fc.uniqueArray(
  fc.record({ skillId: fc.constantFrom('a', 'b', 'c'), level: fc.integer({ min: 1, max: 3 }) }),
  { selector: ({ skillId }) => skillId, maxLength: 3 },
);
const somebody = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 3 }));

test('whatever is asked for, somebody of those who are there is asked, and all of them after three steps', () => {
  fc.assert(
    fc.property(
      needs,
      fc.array(somebody, { minLength: 1, maxLength: 5 }),
      fc.nat(100_000),
      (asked, present, waitedMs) => {
        const { step, relaxesInMs } = stepAfter({ needs: asked, waitedMs, relaxMs }, present);
        expect(present.some((levels) => hasSkills(levels, asked, step))).toBe(true);
        if (waitedMs >= 3 * relaxMs) expect(step).toBe('anybody');
        if (relaxesInMs !== null) expect(relaxesInMs).toBeGreaterThan(0);
      },
    ),
  );
});

test('a member who was asked stays asked while the caller waits', () => {
  fc.assert(
    fc.property(
      needs,
      fc.array(somebody, { maxLength: 5 }),
      fc.nat(60_000),
      fc.nat(60_000),
      (asked, present, waitedMs, more) => {
        const of = (ms: number) =>
          present.filter((levels) =>
            hasSkills(levels, asked, stepAfter({ needs: asked, waitedMs: ms, relaxMs }, present).step),
          );
        expect(of(waitedMs + more)).toEqual(expect.arrayContaining(of(waitedMs)));
      },
    ),
  );
});
