import { describe, expect, test } from 'vitest';
import { taskProblems } from './check-task.ts';
import { taskText } from './task-text.ts';

const now = new Date('2025-11-20T09:42:00Z');
const whole = { type: 'CALL', dueDay: '2025-11-20', entities: 1, now };
const fields = (more: Partial<typeof whole> | { type: null }) =>
  taskProblems({ ...whole, ...more }).map(({ path }) => path);

describe('a task that is about to be created', () => {
  test('SLOG-019, SLOG-020: needs a type and a record', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ type: null })).toEqual(['type']);
    expect(fields({ type: ' ' })).toEqual(['type']);
    expect(fields({ entities: 0 })).toEqual(['entities']);
    expect(fields({ type: '', entities: 0, dueDay: 'soon' })).toEqual(['type', 'entities', 'dueDay']);
  });

  test('SLOG-023: is due today or later, from yesterday on where it is latest on earth', () => {
    expect(fields({ dueDay: '2025-11-17' })).toEqual(['dueDay']);
    expect(fields({ dueDay: '2025-11-18' })).toEqual([]);
    const noon = new Date('2025-11-20T12:00:00Z');
    expect(fields({ now: new Date(noon.getTime() - 1), dueDay: '2025-11-18' })).toEqual([]);
    expect(fields({ now: noon, dueDay: '2025-11-18' })).toEqual(['dueDay']);
    expect(fields({ dueDay: '2031-02-28' })).toEqual([]);
  });

  test('SLOG-024: is due on a day that exists', () => {
    for (const dueDay of ['2026-02-29', '2026-13-01', '20.11.2026', '2026-1-1', '', '2026-11-20T00:00'])
      expect(fields({ dueDay })).toEqual(['dueDay']);
    expect(fields({ dueDay: '2028-02-29' })).toEqual([]);
  });
});

const task = {
  locale: 'en',
  timeZone: 'Europe/Berlin',
  direction: 'OUTGOING',
  state: 'connected',
  startedAt: now,
  endedAt: new Date(now.getTime() + 65_000),
  seconds: 61,
  remoteNumber: '+492214710562',
  localNumber: null,
  channelName: 'Hamburg 41',
  title: 'Send the offer',
  content: '40 pieces <at> 3 €\nby Friday\n\nPlus samples',
  key: 'KQ7M-9D2X-04TB-WE5S',
} as const;
const footer =
  '— Call · outgoing · 20 Nov 2025, 10:42 · 1 min 1 s · Hamburg 41 → +49 221 4710562 · Sidetone KQ7M-9D2X-04TB-WE5S';

describe('the text of a task', () => {
  test('SLOG-022: ends with the call that it is of', () => {
    expect(taskText(task)).toEqual({
      title: 'Send the offer',
      html: `<p>40 pieces &lt;at&gt; 3 €<br />by Friday</p><p>Plus samples</p><p>${footer}</p>`,
      text: `40 pieces <at> 3 €\nby Friday\n\nPlus samples\n\n${footer}`,
    });
    expect(taskText({ ...task, content: ' ' })).toMatchObject({ html: `<p>${footer}</p>`, text: footer });
  });

  test('SLOG-026: has a title of its own where the user gave none', () => {
    expect(taskText({ ...task, title: ' \n' }).title).toBe('Follow up on the call with +49 221 4710562');
    expect(taskText({ ...task, title: '', remoteNumber: null, locale: 'de' }).title).toBe('Aufgabe zu einem Anruf');
  });
});
