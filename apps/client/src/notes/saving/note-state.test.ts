import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Draft,
  type NoteEvent,
  type NoteState,
  noNote,
  noteStep,
  type SaveStatus,
  type ServerNote,
  standingOf,
  unopened,
} from './note-state.ts';

const onServer = (content: string, revision: number): ServerNote => ({
  content,
  revision,
  updatedAt: `2026-01-01T00:00:0${revision % 10}Z`,
  updatedBy: 'w1',
});

const draftOf = (content: string, base: ServerNote = noNote, sent: string[] = []): Draft => ({
  content,
  base: { content: base.content, revision: base.revision },
  sent,
});

/** The note after these events, and every effect on the way. */
function after(...events: NoteEvent[]) {
  const all: string[] = [];
  let state = unopened;
  for (const event of events) {
    const step = noteStep(state, event);
    state = step.state;
    all.push(...step.effects);
  }
  return { ...state, effects: all };
}

const first = onServer('<p>one</p>', 1);
const second = onServer('<p>two</p>', 2);
const opened: NoteEvent = { is: 'heard', note: first };
const typed = (content: string): NoteEvent => ({ is: 'typed', content });
const due: NoteEvent = { is: 'due' };
const sent: NoteEvent = { is: 'sent', problem: null };
const failed: NoteEvent = { is: 'sent', problem: 'unreachable' };
const ack = (content: string, revision: number): NoteEvent => ({
  is: 'acknowledged',
  content,
  note: onServer(content, revision),
});

describe('SNOTE-001: the status of a note', () => {
  const table: [string, NoteEvent[], SaveStatus, Partial<NoteState>][] = [
    ['opened without a note', [{ is: 'heard', note: noNote }], 'IDLE', { text: '' }],
    ['opened with one', [opened], 'SAVED', { text: '<p>one</p>' }],
    ['SNOTE-006: opened with an empty paragraph', [{ is: 'heard', note: onServer('<p></p>', 3) }], 'IDLE', {}],
    ['SNOTE-002: typing', [opened, typed('<p>x</p>')], 'TYPING', { text: '<p>x</p>' }],
    ['on its way', [opened, typed('<p>x</p>'), due], 'TYPING', { sending: true }],
    ['SNOTE-003: acknowledged', [opened, typed('<p>x</p>'), due, ack('<p>x</p>', 2), sent], 'SAVED', { draft: null }],
    ['emptied', [opened, typed(''), due, ack('', 2), sent], 'IDLE', { draft: null }],
    ['SNOTE-004: the server is away', [opened, typed('<p>x</p>'), due, failed], 'ERROR', { problem: 'unreachable' }],
    ['typing on while it is away', [opened, typed('<p>x</p>'), due, failed, typed('<p>y</p>')], 'TYPING', {}],
    ['it comes back', [opened, typed('<p>x</p>'), due, failed, ack('<p>x</p>', 2)], 'SAVED', { draft: null }],
    [
      'somebody writes while I type',
      [opened, typed('<p>x</p>'), { is: 'heard', note: second }],
      'ERROR',
      { problem: 'conflict', text: '<p>x</p>' },
    ],
    ['somebody writes while nobody types', [opened, { is: 'heard', note: second }], 'SAVED', { text: '<p>two</p>' }],
    ['somebody deletes it while nobody types', [opened, { is: 'heard', note: noNote }], 'IDLE', { text: '' }],
    [
      'somebody deletes it while I type',
      [opened, typed('<p>x</p>'), { is: 'heard', note: noNote }],
      'ERROR',
      { problem: 'conflict' },
    ],
    ['deleted', [opened, { is: 'deleted' }], 'IDLE', { text: '', server: noNote }],
    [
      'kept from before',
      [opened, { is: 'followed', draft: draftOf('<p>k</p>', first) }],
      'TYPING',
      { text: '<p>k</p>' },
    ],
    [
      'kept from before, and somebody wrote since',
      [
        { is: 'heard', note: second },
        { is: 'followed', draft: draftOf('<p>k</p>', first) },
      ],
      'ERROR',
      { problem: 'conflict', text: '<p>k</p>' },
    ],
  ];
  test.each(table)('%s', (_, events, status, state) => {
    const end = after(...events);
    expect(end.status).toBe(status);
    expect(end).toMatchObject(state);
  });
});

test('SNOTE-005: each change is kept immediately and sent soon', () => {
  expect(noteStep(after(opened), typed('<p>x</p>')).effects).toEqual(['keep', 'sendSoon']);
});

test('text typed while a draft is on its way is sent after it, over it', () => {
  const end = after(opened, typed('<p>x</p>'), due, typed('<p>xy</p>'), due, ack('<p>x</p>', 2), sent);
  expect(end).toMatchObject({ status: 'TYPING', text: '<p>xy</p>', draft: { base: { revision: 2 } } });
  expect(end.effects.filter((effect) => effect === 'send')).toHaveLength(1);
  expect(noteStep(end, due).effects).toEqual(['send']);
});

test('the own note, if the live query brings it before the reply, is not a conflict', () => {
  const mine = onServer('<p>x</p>', 2);
  const end = after(
    opened,
    typed('<p>x</p>'),
    due,
    typed('<p>xy</p>'),
    { is: 'heard', note: mine },
    ack('<p>x</p>', 2),
    sent,
  );
  expect(end).toMatchObject({
    status: 'TYPING',
    problem: null,
    draft: { content: '<p>xy</p>', base: { revision: 2 } },
  });
});

test('a live query that is behind the reply changes nothing', () => {
  const end = after(opened, typed('<p>x</p>'), due, ack('<p>x</p>', 2), sent, opened);
  expect(end).toMatchObject({ status: 'SAVED', text: '<p>x</p>' });
});

test('the server cleans the HTML that it stores, and the clean one is shown', () => {
  const cleaned: NoteEvent = { is: 'acknowledged', content: '<p>x<i>y</i></p>', note: onServer('<p>xy</p>', 2) };
  expect(after(opened, typed('<p>x<i>y</i></p>'), due, cleaned, sent).text).toBe('<p>xy</p>');
});

test('an earlier attempt that arrived after all is not a conflict', () => {
  const draft = draftOf('<p>xy</p>', first, ['<p>x</p>']);
  const end = after({ is: 'heard', note: onServer('<p>x</p>', 2) }, { is: 'followed', draft });
  expect(end).toMatchObject({ problem: null, draft: { content: '<p>xy</p>', base: { revision: 2 } } });
  expect(end.effects).toContain('sendSoon');
});

describe('a conflict', () => {
  const conflict = [opened, typed('<p>x</p>'), { is: 'heard', note: second } as NoteEvent];

  test('sends nothing until the user has chosen', () => {
    expect(noteStep(after(...conflict), due).effects).toEqual([]);
    const onward = noteStep(after(...conflict), typed('<p>xy</p>'));
    expect(onward.effects).toEqual(['keep']);
    expect(onward.state.problem).toBe('conflict');
  });

  test.each([
    ['mine', '<p>x</p>'],
    ['both', '<p>x</p><p>two</p>'],
  ] as const)('%s is sent over theirs', (version, content) => {
    const end = after(...conflict, { is: 'chose', version });
    expect(end).toMatchObject({ status: 'TYPING', text: content, draft: { content, base: { revision: 2 } } });
    expect(noteStep(end, due).effects).toEqual(['send']);
  });

  test('theirs is shown, and mine is no longer kept', () => {
    const end = after(...conflict, { is: 'chose', version: 'theirs' });
    expect(end).toMatchObject({ status: 'SAVED', text: '<p>two</p>', draft: null });
    expect(end.effects.at(-1)).toBe('forget');
  });

  test('ends by itself where the other user restores the earlier note', () => {
    const end = after(...conflict, { is: 'heard', note: { ...first, revision: 3 } });
    expect(end).toMatchObject({ status: 'TYPING', problem: null, draft: { base: { revision: 3 } } });
    expect(end.effects.at(-1)).toBe('sendSoon');
  });

  test('ends by itself where the other user wrote the same', () => {
    const end = after(...conflict, { is: 'heard', note: onServer('<p>x</p>', 3) });
    expect(end).toMatchObject({ status: 'SAVED', draft: null });
  });
});

test('a draft that another tab kept first is there as well', () => {
  const theirs = draftOf('<p>one</p><p>tab</p>', first);
  const end = after(opened, typed('<p>one!</p>'), { is: 'overtaken', draft: theirs, common: '<p>one</p>' });
  expect(end.text).toBe('<p>one!</p><p>tab</p>');
  expect(end.effects.slice(-2)).toEqual(['keep', 'sendSoon']);
});

describe('whatever happens', () => {
  const words = fc.constantFrom('', '<p>a</p>', '<p>b</p>', '<p>a</p><p>b</p>', '<p></p>');
  const server = fc.record({
    content: words,
    revision: fc.integer({ min: 0, max: 4 }),
    updatedAt: fc.constant(null),
    updatedBy: fc.constant(null),
  });
  const draft = fc.record({
    content: words,
    base: fc.record({ content: words, revision: fc.integer({ min: 0, max: 4 }) }),
    sent: fc.array(words, { maxLength: 2 }),
  });
  const event: fc.Arbitrary<NoteEvent> = fc.oneof(
    fc.record({ is: fc.constant('heard' as const), note: server }),
    fc.record({ is: fc.constant('typed' as const), content: words }),
    fc.record({ is: fc.constant('due' as const) }),
    fc.record({ is: fc.constant('acknowledged' as const), content: words, note: server }),
    fc.record({
      is: fc.constant('sent' as const),
      problem: fc.constantFrom(null, 'unreachable' as const, 'tooLong' as const),
    }),
    fc.record({ is: fc.constant('followed' as const), draft: fc.option(draft) }),
    fc.record({ is: fc.constant('overtaken' as const), draft, common: words }),
    fc.record({
      is: fc.constant('chose' as const),
      version: fc.constantFrom('mine' as const, 'theirs' as const, 'both' as const),
    }),
    fc.record({ is: fc.constant('deleted' as const) }),
  );

  test('the status is true, and a draft is shown while there is one', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let state = unopened;
        for (const each of events) {
          state = noteStep(state, each).state;
          if (state.draft) {
            expect(state.text).toBe(state.draft.content);
            expect(['TYPING', 'ERROR']).toContain(state.status);
          }
          expect(state.problem !== null).toBe(state.status === 'ERROR');
          if (state.problem === 'conflict' && state.draft && !state.sending) {
            expect(standingOf(state.draft, state.server)).toBe('conflict');
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('typed text is shown until the server has it, the user chose theirs, deleted it, or another tab took over', () => {
    const harmless = event.filter(({ is }) => is === 'heard' || is === 'due' || is === 'sent');
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 10 }),
        words,
        fc.array(harmless, { maxLength: 10 }),
        (before, content, later) => {
          let state = noteStep(after(...before), { is: 'typed', content }).state;
          for (const each of later) {
            state = noteStep(state, each).state;
            if (state.draft === null) return;
            expect(state.text).toBe(content);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
