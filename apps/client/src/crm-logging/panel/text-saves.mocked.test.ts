import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { textSaves } from './text-saves.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const words = (displayValue: string) => ({ id: 'text', displayValue });

test('SLOG-027 SCONST-008: the title of a task is saved 300 ms after its last letter', async () => {
  const saved: string[] = [];
  const { title } = textSaves(
    async () => {},
    async (text) => saved.push(text),
  );
  title.write('Send');
  await vi.advanceTimersByTimeAsync(299);
  title.write('Send the offer');
  await vi.advanceTimersByTimeAsync(299);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual(['Send the offer']);
});

test('SLOG-028 SCONST-009: an outcome in own words is saved 400 ms after its last letter', async () => {
  const saved: unknown[] = [];
  const { outcome } = textSaves(
    async (next) => saved.push(next),
    async () => {},
  );
  outcome.write(words('Called'));
  outcome.write(words('Called back'));
  await vi.advanceTimersByTimeAsync(399);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([words('Called back')]);
});

test('leaving the panel saves both immediately', async () => {
  const saved: unknown[] = [];
  const saves = textSaves(
    async (next) => saved.push(next),
    async (next) => saved.push(next),
  );
  saves.outcome.write(words('Busy'));
  saves.title.write('Call back');
  await saves.flush();
  expect(saved).toEqual([words('Busy'), 'Call back']);
});
