import { expect, test } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { resultNoteDesk } from './note-desk.ts';
import { textOf } from './note-state.ts';

interface Saving {
  readonly content: string;
  readonly revision: number;
  readonly urgent: boolean;
  answers(note: { text: string; revision: number } | ApiError): Promise<void>;
}

/** A desk whose time and whose server are ours. */
function desk(left: Parameters<typeof resultNoteDesk>[1] = null) {
  const savings: Saving[] = [];
  const timers: { ms: number; then: () => void }[] = [];
  const made = resultNoteDesk(
    {
      save: ({ content, revision }, urgent) =>
        new Promise((resolve, reject) => {
          savings.push({
            content,
            revision,
            urgent,
            async answers(note) {
              if (note instanceof ApiError) reject(note);
              else resolve(note);
              await Promise.resolve();
              await Promise.resolve();
            },
          });
        }),
      soon(ms, then) {
        const timer = { ms, then };
        timers.push(timer);
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
        };
      },
    },
    left,
    { text: 'old', revision: 3 },
  );
  const due = () => {
    const timer = timers.shift();
    timer?.then();
    return timer?.ms;
  };
  return { ...made, savings, timers, due };
}

test('typing is saved half a second after its last letter, over the revision that was seen', async () => {
  const note = desk();
  note.type('n');
  note.type('ne');
  expect(note.timers).toHaveLength(1);
  expect(note.due()).toBe(500);
  expect(note.savings).toMatchObject([{ content: 'ne', revision: 3, urgent: false }]);
  await note.savings[0]?.answers({ text: 'ne', revision: 4 });
  expect(note.state.getState()).toEqual({
    server: { text: 'ne', revision: 4 },
    draft: null,
    sent: null,
    problem: null,
  });
  expect(note.timers).toEqual([]);
});

test('what is typed meanwhile follows with the new revision', async () => {
  const note = desk();
  note.type('a');
  note.due();
  note.type('ab');
  await note.savings[0]?.answers({ text: 'a', revision: 4 });
  note.due();
  expect(note.savings[1]).toMatchObject({ content: 'ab', revision: 4 });
});

test('an unreachable server is tried again, and a refused note is not', async () => {
  const note = desk();
  note.type('a');
  note.due();
  await note.savings[0]?.answers(new ApiError('NETWORK', 'away'));
  expect(note.state.getState().problem).toBe('unreachable');
  expect(note.due()).toBe(5000);
  await note.savings[1]?.answers(new ApiError('NOT_FOUND', 'gone'));
  expect(note.state.getState().problem).toBe('refused');
  expect(note.timers).toEqual([]);
});

test('a conflict waits for the choice and then writes over the other version', async () => {
  const note = desk();
  note.type('mine');
  note.due();
  await note.savings[0]?.answers(new ApiError('CONFLICT', 'changed'));
  note.hear({ text: 'theirs', revision: 4 });
  expect(note.timers).toEqual([]);
  note.choose('both');
  note.due();
  expect(note.savings[1]).toMatchObject({ content: 'mine\n\ntheirs', revision: 4 });
});

test('leaving waits for what is under way, then sends the rest', async () => {
  const note = desk();
  note.type('a');
  note.due();
  note.type('ab');
  const left = note.flush();
  await note.savings[0]?.answers({ text: 'a', revision: 4 });
  await Promise.resolve();
  expect(note.savings[1]).toMatchObject({ content: 'ab', revision: 4, urgent: true });
  await note.savings[1]?.answers({ text: 'ab', revision: 5 });
  await left;
  expect(note.state.getState().draft).toBeNull();
  expect(note.timers).toEqual([]);
});

test('text that was left unsaved is there again, and another user’s change since then is a conflict', () => {
  const left = { server: { text: 'older', revision: 2 }, draft: 'mine', sent: null, problem: 'unreachable' as const };
  const note = desk(left);
  expect(textOf(note.state.getState())).toBe('mine');
  expect(note.state.getState()).toMatchObject({ problem: 'conflict', server: { text: 'old', revision: 3 } });
});
