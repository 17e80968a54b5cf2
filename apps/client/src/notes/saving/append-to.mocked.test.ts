import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NoteKey } from '../kept/kept-notes.ts';
import { memoryNotes } from '../kept/memory-notes.ts';
import { pageLine } from '../kept/note-news.ts';
import { noteSender } from '../kept/note-sender.ts';
import { fakeServer, oneAtATime } from '../kept/testing/fake-server.ts';
import { appendTo } from './append-to.ts';
import { noteDesk } from './note-desk.ts';
import { noNote } from './note-state.ts';

const key: NoteKey = { user: 'wmara', channelId: 'sales', docId: 'd1' };
const answers = '<p><strong>Need</strong><br>12 pallets</p>';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function browser() {
  const kept = memoryNotes();
  const line = pageLine();
  const server = fakeServer();
  const sender = noteSender({ kept, line, ...server, alone: oneAtATime(), onLost: () => {} });
  return {
    kept,
    server,
    /** The note as this page knows it gets the answers. */
    async append(known = server.note(key) ?? noNote) {
      const hasDraft = (await kept.read(key)) !== null;
      const desk = noteDesk({ kept, line, sender, sendUrgently: () => {} }, key, known);
      const leave = desk.attend();
      const appended = appendTo(desk, hasDraft, answers);
      await vi.advanceTimersByTimeAsync(60_000);
      leave();
      return { saved: await appended, problem: desk.state.getState().problem };
    },
  };
}

test('SSMART-012: answers stand below what the note says already', async () => {
  const { server, append } = browser();
  expect(await append()).toEqual({ saved: true, problem: null });
  expect(server.note(key)?.content).toBe(answers);
  server.writes(key, '<p>Call back.</p>');
  expect((await append()).saved).toBe(true);
  expect(server.note(key)?.content).toBe(`<p>Call back.</p>${answers}`);
});

test('text that was typed and is not sent yet stays above them', async () => {
  const { server, kept, append } = browser();
  await kept.keep(key, { content: '<p>typed</p>', base: { content: '', revision: 0 }, sent: [] }, null);
  expect((await append()).saved).toBe(true);
  expect(server.note(key)?.content).toBe(`<p>typed</p>${answers}`);
  expect(await kept.read(key)).toBeNull();
});

test('a note that someone else wrote meanwhile is not overwritten, and the answers stay kept', async () => {
  const { server, kept, append } = browser();
  const known = server.writes(key, '<p>old</p>');
  server.writes(key, '<p>their words</p>');
  expect(await append(known)).toEqual({ saved: false, problem: 'conflict' });
  expect(server.note(key)?.content).toBe('<p>their words</p>');
  expect((await kept.read(key))?.content).toContain('12 pallets');
});

test('without a server the answers are kept, and that is no success', async () => {
  const { server, kept, append } = browser();
  server.fail('NETWORK');
  expect(await append()).toMatchObject({ saved: false });
  expect((await kept.read(key))?.content).toBe(answers);
});
