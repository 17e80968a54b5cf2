import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { noNote, type ServerNote } from '../saving/note-state.ts';
import type { KeptNote, KeptNotes, NoteKey } from './kept-notes.ts';
import { memoryNotes } from './memory-notes.ts';
import { type NoteNews, type NoteNewsLine, pageLine } from './note-news.ts';
import { type NoteSender, noteSender } from './note-sender.ts';
import { type FakeServer, fakeServer, oneAtATime } from './testing/fake-server.ts';

const key: NoteKey = { user: 'wmara', channelId: 'sales', docId: 'd1' };

let server: FakeServer;
let kept: KeptNotes;
let line: NoteNewsLine;
let sender: NoteSender;
let news: NoteNews[];
let lost: KeptNote[];

beforeEach(() => {
  server = fakeServer();
  kept = memoryNotes();
  line = pageLine();
  news = [];
  lost = [];
  line.hear((one) => news.push(one));
  sender = noteSender({ kept, line, ...server, alone: oneAtATime(), onLost: (note) => lost.push(note) });
});

const keep = (content: string, base: ServerNote = noNote, sent: string[] = []) =>
  kept.keep(key, { content, base: { content: base.content, revision: base.revision }, sent }, null);

test('a note that arrived is no longer kept, and every tab is informed', async () => {
  await keep('<p>a</p>');
  expect(await sender.send(key)).toEqual({ is: 'saved' });
  expect(server.note(key)).toMatchObject({ content: '<p>a</p>', revision: 1 });
  expect(await kept.read(key)).toBeNull();
  expect(news).toMatchObject([{ is: 'acknowledged', content: '<p>a</p>', note: { revision: 1 } }]);
});

test('text typed while the previous text was on its way is kept, over that one', async () => {
  const first = await keep('<p>a</p>');
  server.whileWriting(async () => {
    await kept.keep(key, { content: '<p>ab</p>', base: { content: '', revision: 0 }, sent: [] }, first.note);
  });
  await sender.send(key);
  expect(await kept.read(key)).toMatchObject({ content: '<p>ab</p>', base: { content: '<p>a</p>', revision: 1 } });
  await sender.send(key);
  expect(server.note(key)).toMatchObject({ content: '<p>ab</p>', revision: 2 });
});

test('a server that is away loses nothing', async () => {
  await keep('<p>a</p>');
  server.fail('NETWORK');
  expect(await sender.send(key)).toEqual({ is: 'failed', problem: 'unreachable' });
  expect(await kept.read(key)).toMatchObject({ content: '<p>a</p>' });
  server.fail(null);
  expect(await sender.send(key)).toEqual({ is: 'saved' });
});

test('a lost reply is not a conflict, also where the user typed on', async () => {
  const first = await keep('<p>a</p>');
  server.loseReplies(true);
  expect(await sender.send(key)).toMatchObject({ problem: 'unreachable' });
  expect(server.note(key)).toMatchObject({ content: '<p>a</p>', revision: 1 });
  server.loseReplies(false);
  await kept.keep(key, { content: '<p>ab</p>', base: { content: '', revision: 0 }, sent: [] }, first.note);
  expect(await sender.send(key)).toEqual({ is: 'saved' });
  expect(server.note(key)).toMatchObject({ content: '<p>ab</p>', revision: 2 });
  expect(await kept.read(key)).toBeNull();
});

test('a note that another user wrote in between stays theirs, and mine is kept', async () => {
  server.writes(key, '<p>theirs</p>');
  await keep('<p>mine</p>');
  expect(await sender.send(key)).toMatchObject({
    is: 'failed',
    problem: 'conflict',
    theirs: { content: '<p>theirs</p>' },
  });
  expect(server.note(key)).toMatchObject({ content: '<p>theirs</p>', revision: 1 });
  expect(await kept.read(key)).toMatchObject({ content: '<p>mine</p>' });
});

test('the same note written by another user is not a conflict', async () => {
  server.writes(key, '<p>same</p>');
  await keep('<p>same</p>');
  expect(await sender.send(key)).toEqual({ is: 'saved' });
  expect(await kept.read(key)).toBeNull();
});

test('a draft of a deleted call stays until its writer has answered, and its words are shown', async () => {
  await keep('<p>a</p>');
  server.deleteCall(key);
  expect(await sender.send(key)).toEqual({ is: 'gone' });
  expect(await kept.read(key)).toMatchObject({ content: '<p>a</p>' });
  expect(lost).toMatchObject([{ ...key, content: '<p>a</p>' }]);
});

test('where a call is deleted without a draft, nothing is shown', async () => {
  const note = server.writes(key, '<p>a</p>');
  await keep('<p></p>', note);
  server.deleteCall(key);
  expect(await sender.send(key)).toEqual({ is: 'gone' });
  expect(lost).toEqual([]);
});

test('a draft of a channel that the user is no longer a member of stays', async () => {
  await keep('<p>a</p>');
  server.fail('NOT_FOUND');
  expect(await sender.send(key)).toMatchObject({ problem: 'refused' });
  expect(await kept.read(key)).not.toBeNull();
});

test.each([
  ['FORBIDDEN', 'refused'],
  ['VALIDATION_FAILED', 'tooLong'],
  ['BODY_TOO_LARGE', 'tooLong'],
  ['UNAVAILABLE', 'unreachable'],
  ['TIMEOUT', 'unreachable'],
  ['TOKEN_EXPIRED', 'unreachable'],
] as const)('%s is reported as %s', async (code, problem) => {
  await keep('<p>a</p>');
  server.fail(code);
  expect(await sender.send(key)).toEqual({ is: 'failed', problem });
  expect(news).toMatchObject([{ is: 'failed', problem }]);
});

test('SNOTE-006: an empty paragraph is written as an empty note, and not at all where there was no note', async () => {
  await keep('<p></p>');
  expect(await sender.send(key)).toEqual({ is: 'saved' });
  expect(server.attempts).toBe(0);
  const note = server.writes(key, '<p>a</p>');
  await keep('<p></p>', note);
  await sender.send(key);
  expect(server.note(key)).toMatchObject({ content: '', revision: 2 });
});

test('two tabs send one note once', async () => {
  await keep('<p>a</p>');
  expect(await Promise.all([sender.send(key), sender.send(key)])).toEqual([{ is: 'saved' }, { is: 'nothing' }]);
  expect(server.attempts).toBe(1);
});

describe('deleting', () => {
  test('removes the note here and there', async () => {
    const note = server.writes(key, '<p>a</p>');
    await keep('<p>ab</p>', note);
    await sender.remove(key, () => note.revision);
    expect(server.note(key)).toBeNull();
    expect(await kept.read(key)).toBeNull();
  });

  test('is refused where another user wrote in between, and removes nothing', async () => {
    const note = server.writes(key, '<p>a</p>');
    await keep('<p>ab</p>', note);
    server.writes(key, '<p>c</p>');
    await expect(sender.remove(key, () => note.revision)).rejects.toThrow(ApiError);
    expect(await kept.read(key)).not.toBeNull();
  });
});
