import { expect, test } from 'vitest';
import { type KeptNotes, type NoteKey, nameOf } from './kept-notes.ts';
import { memoryNotes } from './memory-notes.ts';
import { pageLine } from './note-news.ts';
import { noteSender } from './note-sender.ts';
import { noteSync } from './note-sync.ts';
import { sturdyNotes } from './sturdy-notes.ts';
import { fakeServer, oneAtATime } from './testing/fake-server.ts';

const ofMara: NoteKey = { user: 'wmara', channelId: 'sales', docId: 'd1' };
const ofJonas: NoteKey = { user: 'wjonas', channelId: 'sales', docId: 'd2' };
const draft = (content: string) => ({ content, base: { content: '', revision: 0 }, sent: [] });

/** Every task that was begun. */
const done = () => new Promise((resolve) => setTimeout(resolve, 5));

function start(kept: KeptNotes = memoryNotes()) {
  const server = fakeServer();
  const line = pageLine();
  const conflicts: string[] = [];
  const notTaken: string[] = [];
  const lost: string[] = [];
  let signIn: (user: string | null) => void = () => {};
  let back: (() => void) | null = null;
  let chance = () => {};
  const stop = noteSync({
    kept,
    line,
    sender: noteSender({ kept, line, ...server, alone: oneAtATime(), onLost: (note) => lost.push(nameOf(note)) }),
    watchUser(onUser) {
      signIn = onUser;
      onUser(null);
      return () => {};
    },
    watchChances(onChance) {
      chance = onChance;
      return () => {};
    },
    awaitServer(onBack) {
      back = onBack;
      return () => {
        back = null;
      };
    },
    onConflict: (key) => conflicts.push(nameOf(key)),
    onNotTaken: ({ docId }, problem) => notTaken.push(`${docId} ${problem}`),
  });
  return {
    kept,
    server,
    conflicts,
    notTaken,
    lost,
    stop,
    signIn: (user: string | null) => signIn(user),
    chance: () => chance(),
    get waits() {
      return back !== null;
    },
    comesBack: () => back?.(),
  };
}

test('drafts of a user are sent when they sign in, and never as another user', async () => {
  const { kept, server, signIn } = start();
  await kept.keep(ofMara, draft('<p>mara</p>'), null);
  await kept.keep(ofJonas, draft('<p>jonas</p>'), null);
  await done();
  expect(server.attempts).toBe(0);
  signIn('wjonas');
  await done();
  expect(server.note(ofJonas)?.content).toBe('<p>jonas</p>');
  expect(server.note(ofMara)).toBeNull();
  signIn(null);
  signIn('wmara');
  await done();
  expect(server.note(ofMara)).toMatchObject({ content: '<p>mara</p>', updatedBy: 'wmara' });
  expect(await kept.all('wmara')).toEqual([]);
});

test('a server that is away is waited for, and asked for one note at a time', async () => {
  const sync = start();
  const { kept, server } = sync;
  for (const docId of ['a', 'b', 'c']) await kept.keep({ ...ofMara, docId }, draft(`<p>${docId}</p>`), null);
  server.fail('NETWORK');
  sync.signIn('wmara');
  await done();
  expect(server.attempts).toBe(1);
  expect(sync.waits).toBe(true);
  server.fail(null);
  sync.comesBack();
  await done();
  expect(await kept.all('wmara')).toEqual([]);
  expect(sync.waits).toBe(false);
});

test('a conflict is shown once, and holds up nothing else', async () => {
  const { kept, server, signIn, conflicts, chance } = start();
  await kept.keep(ofMara, draft('<p>mine</p>'), null);
  await kept.keep({ ...ofMara, docId: 'z' }, draft('<p>z</p>'), null);
  server.writes(ofMara, '<p>theirs</p>');
  signIn('wmara');
  await done();
  chance();
  chance();
  await done();
  expect(conflicts).toEqual([nameOf(ofMara)]);
  expect(server.note({ ...ofMara, docId: 'z' })).not.toBeNull();
  expect(await kept.read(ofMara)).toMatchObject({ content: '<p>mine</p>' });
});

test.each([
  ['FORBIDDEN', 'refused'],
  ['BODY_TOO_LARGE', 'tooLong'],
] as const)('a note that is refused for %s is reported once as %s, and stays kept', async (code, problem) => {
  const { kept, server, signIn, conflicts, notTaken, chance } = start();
  await kept.keep(ofMara, draft('<p>mine</p>'), null);
  server.fail(code);
  signIn('wmara');
  await done();
  chance();
  await done();
  expect(notTaken).toEqual([`d1 ${problem}`]);
  expect(conflicts).toEqual([]);
  expect(await kept.read(ofMara)).toMatchObject({ content: '<p>mine</p>' });
});

test('a draft of a deleted call is shown once, without opening it, and stays kept', async () => {
  const { kept, server, signIn, lost, conflicts, notTaken, chance } = start();
  await kept.keep(ofMara, draft('<p>secret</p>'), null);
  server.deleteCall(ofMara);
  signIn('wmara');
  await done();
  chance();
  await done();
  expect(lost).toEqual([nameOf(ofMara)]);
  expect([...conflicts, ...notTaken]).toEqual([]);
  expect(await kept.all('wmara')).toMatchObject([{ content: '<p>secret</p>' }]);
});

test('of a deleted call whose note was emptied nothing stays', async () => {
  const { kept, server, signIn, lost } = start();
  await kept.keep(ofMara, draft(''), null);
  server.deleteCall(ofMara);
  signIn('wmara');
  await done();
  expect(lost).toEqual([]);
  expect(await kept.all('wmara')).toEqual([]);
});

test('where the browser stores nothing a note lasts as long as the page, and is sent nevertheless', async () => {
  const broken: KeptNotes = {
    lasts: true,
    read: async () => null,
    all: async () => [],
    keep: () => Promise.reject(new Error('the disk is full')),
    amend: async () => {},
    forget: async () => true,
  };
  const notes = sturdyNotes(Promise.resolve(broken), memoryNotes());
  const { server, signIn } = start(notes);
  const first = await notes.keep(ofMara, draft('<p>a</p>'), null);
  expect(notes.lasts).toBe(false);
  expect(await notes.keep(ofMara, draft('<p>ab</p>'), first.note)).toMatchObject({ is: 'kept' });
  signIn('wmara');
  await done();
  expect(server.note(ofMara)?.content).toBe('<p>ab</p>');
  expect(await notes.all('wmara')).toEqual([]);
});

test('a browser whose storage cannot be opened keeps notes for as long as the page is open', async () => {
  const notes = sturdyNotes(Promise.reject(new Error('not allowed')), memoryNotes());
  await notes.keep(ofMara, draft('<p>a</p>'), null);
  expect(await notes.read(ofMara)).toMatchObject({ content: '<p>a</p>' });
  expect(notes.lasts).toBe(false);
});
