import { entityTypesDebounceMs, outcomeTextSaveMs, taskTitleSaveMs } from '@sidetone/contract/rules/crm/log-limits.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazySave } from './lazy-save.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
/** For saves that do not fail. */
const unexpected = (cause: unknown) => expect.fail(String(cause));

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['SLOG-027, SCONST-008: the title of a task', taskTitleSaveMs, 300],
  ['SAPI-048, SCONST-006: the kinds of records', entityTypesDebounceMs, 500],
  ['SLOG-028, SCONST-009: a free-text outcome', outcomeTextSaveMs, 400],
])('%s is saved once, when its writer pauses', async (_what, pause, ms) => {
  const saved: string[] = [];
  const lazy = lazySave(pause, async (text: string) => saved.push(text), unexpected);
  lazy.write('Ca');
  await vi.advanceTimersByTimeAsync(ms - 1);
  lazy.write('Call');
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual(['Call']);
});

test('closing saves immediately what waits, after what is under way', async () => {
  const saved: string[] = [];
  let answer = () => {};
  const lazy = lazySave(
    300,
    (text: string) => {
      saved.push(text);
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    },
    unexpected,
  );
  lazy.write('one');
  await vi.advanceTimersByTimeAsync(300);
  lazy.write('two');
  let done = false;
  const closing = lazy.flush().then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(['one']);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect([saved, done]).toEqual([['one', 'two'], false]);
  answer();
  await closing;
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toEqual(['one', 'two']);
});

test('closing saves nothing where nothing waits, and what waited is saved once', async () => {
  const saved: string[] = [];
  const lazy = lazySave(300, async (text: string) => saved.push(text), unexpected);
  await lazy.flush();
  expect(saved).toEqual([]);
  lazy.write('one');
  await lazy.flush();
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toEqual(['one']);
});

test('a save that failed is told, and the next one runs', async () => {
  const failed: unknown[] = [];
  const saved: string[] = [];
  const save = async (text: string) => {
    if (text === 'bad') throw new Error('refused');
    saved.push(text);
  };
  const lazy = lazySave(300, save, (cause) => failed.push(cause));
  lazy.write('bad');
  await lazy.flush();
  lazy.write('good');
  await lazy.flush();
  expect([failed.length, saved]).toEqual([1, ['good']]);
});
