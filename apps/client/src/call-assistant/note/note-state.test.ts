import { expect, test } from 'vitest';
import { canSend, type NoteEvent, noteStep, openNote, textOf } from './note-state.ts';

const first = { text: 'Call after two', revision: 1 };
const after = (...events: NoteEvent[]) => events.reduce(noteStep, openNote(first));
const typed = (text: string): NoteEvent => ({ is: 'typed', text });
const heard = (text: string, revision: number): NoteEvent => ({ is: 'heard', note: { text, revision } });

test('what is typed is a draft until the server has it', () => {
  const draft = after(typed('Call after three'));
  expect(draft).toMatchObject({ draft: 'Call after three', sent: null, problem: null });
  expect(canSend(draft)).toBe(true);
  const sending = noteStep(draft, { is: 'sending' });
  expect(canSend(sending)).toBe(false);
  const done = noteStep(sending, { is: 'acknowledged', note: { text: 'Call after three', revision: 2 } });
  expect(done).toEqual(openNote({ text: 'Call after three', revision: 2 }));
});

test('text typed while an earlier one is on its way is sent after it', () => {
  const state = after(typed('a'), { is: 'sending' }, typed('ab'), heard('a', 2), {
    is: 'acknowledged',
    note: { text: 'a', revision: 2 },
  });
  expect(state).toEqual({ server: { text: 'a', revision: 2 }, draft: 'ab', sent: null, problem: null });
  expect(canSend(state)).toBe(true);
});

test('another user’s text shows immediately where nothing was typed here', () => {
  expect(textOf(after(heard('Done by Ben', 2)))).toBe('Done by Ben');
  expect(textOf(after(heard('Old', 1)))).toBe('Call after two');
});

test('another user’s text in the middle of typing is a conflict that nobody’s words are lost in', () => {
  const conflict = after(typed('mine'), heard('theirs', 2));
  expect(conflict).toMatchObject({ problem: 'conflict', draft: 'mine', server: { text: 'theirs' } });
  expect(canSend(conflict)).toBe(false);
  expect(noteStep(conflict, typed('mine still')).problem).toBe('conflict');
  const both = noteStep(conflict, { is: 'chose', version: 'both' });
  expect(textOf(both)).toBe('mine\n\ntheirs');
  expect(canSend(both)).toBe(true);
  expect(textOf(noteStep(conflict, { is: 'chose', version: 'mine' }))).toBe('mine');
  expect(noteStep(conflict, { is: 'chose', version: 'theirs' })).toEqual(openNote({ text: 'theirs', revision: 2 }));
});

test('a refusal by revision waits for the choice, before and after the other text is here', () => {
  const refused = after(typed('mine'), { is: 'sending' }, { is: 'failed', problem: 'conflict' });
  expect(canSend(refused)).toBe(false);
  expect(noteStep(refused, heard('theirs', 2))).toMatchObject({ problem: 'conflict', server: { text: 'theirs' } });
});

test('an unreachable server is tried again, a refused text is not', () => {
  expect(canSend(after(typed('a'), { is: 'sending' }, { is: 'failed', problem: 'unreachable' }))).toBe(true);
  const refused = after(typed('a'), { is: 'sending' }, { is: 'failed', problem: 'refused' });
  expect(canSend(refused)).toBe(false);
  expect(canSend(noteStep(refused, typed('ab')))).toBe(true);
});

test('typing the server’s text again leaves no draft', () => {
  expect(after(typed('x'), typed('Call after two'))).toEqual(openNote(first));
});
