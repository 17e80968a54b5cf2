import { noteAutosaveMs } from '@sidetone/contract/rules/screen-timing.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NoteKey } from '../kept/kept-notes.ts';
import { memoryNotes } from '../kept/memory-notes.ts';
import { pageLine } from '../kept/note-news.ts';
import { noteSender } from '../kept/note-sender.ts';
import { noteSync } from '../kept/note-sync.ts';
import { fakeServer, oneAtATime } from '../kept/testing/fake-server.ts';
import { type NoteDesk, noteDesk } from './note-desk.ts';
import { noNote } from './note-state.ts';

const key: NoteKey = { user: 'wmara', channelId: 'sales', docId: 'd1' };
const retryMs = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Any time that anything may take. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** A browser with its tabs: its kept drafts, the news among them, and the sender. */
function browser(server = fakeServer()) {
  const kept = memoryNotes();
  const line = pageLine();
  const sender = noteSender({ kept, line, ...server, alone: oneAtATime(), onLost: () => {} });
  const urgent: string[] = [];
  let chance = () => {};
  const stopSync = noteSync({
    kept,
    line,
    sender,
    watchUser: (onUser) => {
      onUser(key.user);
      return () => {};
    },
    watchChances: (onChance) => {
      chance = onChance;
      return () => {};
    },
    awaitServer: (onBack) => {
      const timer = setTimeout(onBack, retryMs);
      return () => clearTimeout(timer);
    },
    onConflict: () => {},
    onNotTaken: () => {},
  });
  return {
    kept,
    server,
    urgent,
    stopSync,
    chance: () => chance(),
    openTab() {
      const desk = noteDesk(
        { kept, line, sender, sendUrgently: (_, { content }) => urgent.push(content) },
        key,
        server.note(key) ?? noNote,
      );
      return { desk, close: desk.attend() };
    },
  };
}

const shown = (desk: NoteDesk) => desk.state.getState();

test('CONST-040, SNOTE-005: a change is kept immediately, and on the server 500 ms after the last one', async () => {
  const { openTab, server, kept } = browser();
  const { desk } = openTab();
  desk.type('<p>a</p>');
  await pass();
  expect(await kept.read(key)).toMatchObject({ content: '<p>a</p>' });
  await pass(noteAutosaveMs - 1);
  desk.type('<p>ab</p>');
  await pass(noteAutosaveMs - 1);
  expect(server.attempts).toBe(0);
  expect(shown(desk).status).toBe('TYPING');
  await pass(1);
  expect(server.note(key)?.content).toBe('<p>ab</p>');
  expect(shown(desk)).toMatchObject({ status: 'SAVED', draft: null });
  expect(await kept.read(key)).toBeNull();
});

test('leaving the field, or the note, saves immediately', async () => {
  const { openTab, server } = browser();
  const { desk, close } = openTab();
  desk.type('<p>a</p>');
  desk.flush();
  await pass();
  expect(server.note(key)?.content).toBe('<p>a</p>');
  desk.type('<p>ab</p>');
  close();
  await pass();
  expect(server.note(key)?.content).toBe('<p>ab</p>');
});

test('a page that goes away sends what it can', async () => {
  const { openTab, urgent } = browser();
  const { desk } = openTab();
  desk.leavePage();
  desk.type('<p>a</p>');
  desk.leavePage();
  expect(urgent).toEqual(['<p>a</p>']);
});

test('a draft kept when the browser was killed is shown and sent when the note is opened', async () => {
  const { openTab, server, kept } = browser();
  await kept.keep(key, { content: '<p>a</p>', base: { content: '', revision: 0 }, sent: [] }, null);
  const { desk } = openTab();
  await pass();
  expect(shown(desk).text).toBe('<p>a</p>');
  await pass(noteAutosaveMs);
  expect(server.note(key)?.content).toBe('<p>a</p>');
  expect(shown(desk).status).toBe('SAVED');
});

test('while the server is away it is saved locally, and sent when it is back, without typing', async () => {
  const { openTab, server } = browser();
  const { desk } = openTab();
  server.fail('NETWORK');
  desk.type('<p>a</p>');
  await pass(noteAutosaveMs);
  expect(shown(desk)).toMatchObject({ status: 'ERROR', problem: 'unreachable' });
  server.fail(null);
  await pass(retryMs);
  expect(server.note(key)?.content).toBe('<p>a</p>');
  expect(shown(desk)).toMatchObject({ status: 'SAVED', problem: null });
});

test('a second tab shows the draft that the first one keeps, and continues it', async () => {
  const { openTab, server } = browser();
  const [one, two] = [openTab().desk, openTab().desk];
  server.fail('NETWORK');
  one.type('<p>a</p>');
  await pass(noteAutosaveMs);
  expect(shown(two)).toMatchObject({ text: '<p>a</p>', status: 'ERROR' });
  two.type('<p>ab</p>');
  await pass(noteAutosaveMs);
  expect(shown(one).text).toBe('<p>ab</p>');
  server.fail(null);
  await pass(retryMs);
  expect(server.note(key)).toMatchObject({ content: '<p>ab</p>', revision: 1 });
  expect([shown(one).status, shown(two).status]).toEqual(['SAVED', 'SAVED']);
});

test('two tabs that write at the same moment lose nothing', async () => {
  const { openTab, server } = browser();
  const [one, two] = [openTab().desk, openTab().desk];
  await pass();
  one.type('<p>one</p>');
  two.type('<p>two</p>');
  await pass(2 * noteAutosaveMs);
  expect(server.note(key)?.content).toContain('one');
  expect(server.note(key)?.content).toContain('two');
  expect(shown(one).text).toBe(shown(two).text);
});

test('SNOTE-007: a deleted note is gone here and there', async () => {
  const { openTab, server, kept } = browser();
  const { desk } = openTab();
  desk.type('<p>a</p>');
  await pass(noteAutosaveMs);
  desk.type('<p>ab</p>');
  await desk.remove();
  await pass(noteAutosaveMs);
  expect(server.note(key)).toBeNull();
  expect(shown(desk)).toMatchObject({ text: '', status: 'IDLE' });
  expect(await kept.read(key)).toBeNull();
});

describe('whatever two tabs, another user and the connection do', () => {
  type Step =
    | { do: 'type' | 'flush' | 'reopen' | 'both'; tab: number }
    | { do: 'others' | 'away' | 'back' | 'lose' | 'live' | 'chance' }
    | { do: 'wait'; ms: number };
  const tab = fc.constantFrom(0, 1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), tab }) },
    fc.record({ do: fc.constantFrom('flush' as const, 'reopen' as const, 'both' as const), tab }),
    fc.record({
      do: fc.constantFrom(...(['others', 'away', 'back', 'lose', 'live', 'chance'] as const)),
    }),
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 499, 500, 11_000) }),
    },
  );

  /** One tab forgets a draft that arrived after all while another one types on. */
  const forgottenForAnother: Step[] = [
    { do: 'lose' },
    { do: 'type', tab: 0 },
    { do: 'wait', ms: 500 },
    { do: 'reopen', tab: 0 },
    { do: 'type', tab: 1 },
  ];
  /** Two tabs keep the same text while it is on its way. */
  const keptTwice: Step[] = [
    { do: 'type', tab: 0 },
    { do: 'wait', ms: 0 },
    { do: 'type', tab: 1 },
    { do: 'flush', tab: 0 },
    { do: 'both', tab: 0 },
    { do: 'both', tab: 1 },
  ];

  test('every word that anyone wrote is on the server in the end, and everyone sees the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { openTab, server, kept, chance, stopSync } = browser();
        const tabs = [openTab(), openTab()];
        const words: string[] = [];
        const word = () => {
          words.push(`<p>w${words.length}</p>`);
          return words.at(-1) ?? '';
        };
        const live = () => {
          for (const { desk } of tabs) desk.hear(server.note(key) ?? noNote);
        };
        for (const each of steps) {
          if ('tab' in each) {
            const open = tabs[each.tab] as (typeof tabs)[number];
            if (each.do === 'type') open.desk.type(shown(open.desk).text + word());
            if (each.do === 'flush') open.desk.flush();
            if (each.do === 'both') open.desk.choose('both');
            if (each.do === 'reopen') {
              open.close();
              tabs[each.tab] = openTab();
            }
          } else if (each.do === 'wait') await pass(each.ms);
          else if (each.do === 'others') server.writes(key, (server.note(key)?.content ?? '') + word());
          else if (each.do === 'away') server.fail('NETWORK');
          else if (each.do === 'lose') server.loseReplies(true);
          else if (each.do === 'live') live();
          else if (each.do === 'chance') chance();
          else {
            server.fail(null);
            server.loseReplies(false);
          }
        }
        server.fail(null);
        server.loseReplies(false);
        for (let round = 0; round < 6; round += 1) {
          await pass(11_000);
          live();
          for (const { desk } of tabs) if (shown(desk).problem === 'conflict') desk.choose('both');
        }
        await pass(11_000);
        live();
        stopSync();
        const note = server.note(key)?.content ?? '';
        for (const each of words) expect(note).toContain(each);
        for (const { desk } of tabs) {
          expect(shown(desk).text).toBe(note);
          expect(shown(desk).draft).toBeNull();
        }
        expect(await kept.read(key)).toBeNull();
        for (const { close } of tabs) close();
      }),
      { numRuns: 300, examples: [[forgottenForAnother], [keptTwice]] },
    );
  }, 60_000);
});
