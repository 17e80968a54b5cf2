import { expect, test, vi } from 'vitest';
import type { Sound } from './sound.ts';
import { type OpenSound, soundPlayer } from './sound-player.ts';

const soundOf = (docId: string, duration: number | null = 38): Sound => ({
  key: { channelId: 'c1', docId, kind: 'voicemail' },
  status: 'success',
  waveform: [],
  duration,
  callEndedAt: null,
  downloadName: docId,
});
const hers = soundOf('pbx-1');
const his = soundOf('pbx-2', 60);

interface Played extends OpenSound {
  say(event: string): void;
  closed: boolean;
  running: boolean;
  rate: number;
}

/** A player whose sounds a test plays itself. */
function player() {
  const sounds = new Map<string, Played>();
  const heard: string[] = [];
  const failures: unknown[] = [];
  let refuses = false;
  let holds: Promise<void> | null = null;
  const made = soundPlayer({
    async open({ key }, signal) {
      await holds;
      if (refuses) throw new Error('gone');
      const listeners = new Map<string, () => void>();
      const sound: Played = {
        currentTime: 0,
        duration: 38,
        closed: false,
        running: false,
        rate: 1,
        async play() {
          sound.running = true;
        },
        pause() {
          sound.running = false;
        },
        speed(rate) {
          sound.rate = rate;
        },
        on: (event, listener) => void listeners.set(event, listener),
        close() {
          sound.closed = true;
        },
        say: (event) => listeners.get(event)?.(),
      };
      sounds.set(key.docId, sound);
      signal.throwIfAborted();
      return sound;
    },
    heard: ({ key }) => void heard.push(key.docId),
    failed: (_, cause) => void failures.push(cause),
  });
  const now = () => made.store.getState().now;
  return {
    ...made,
    now,
    heard,
    failures,
    of(sound: Sound): Played {
      const found = sounds.get(sound.key.docId);
      if (!found) throw new Error('never opened');
      return found;
    },
    refuse(yes: boolean) {
      refuses = yes;
    },
    /** Sounds open only once the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds = promise;
      return resolve;
    },
    plays: () => vi.waitFor(() => expect(now()?.state).toBe('playing')),
  };
}

test('a sound plays, is heard once, and returns to its start at the end', async () => {
  const { toggle, now, heard, of, plays } = player();
  toggle(hers);
  expect(now()).toMatchObject({ key: hers.key, state: 'loading', at: 0, duration: 38 });
  await plays();
  expect(heard).toEqual(['pbx-1']);
  of(hers).currentTime = 12;
  of(hers).say('timeupdate');
  expect(now()?.at).toBe(12);
  of(hers).say('ended');
  expect([now()?.state, now()?.at, of(hers).currentTime]).toEqual(['paused', 0, 0]);
  toggle(hers);
  expect(now()?.state).toBe('playing');
  expect(heard).toEqual(['pbx-1']);
});

test('play and pause toggle, and the place stays', async () => {
  const { toggle, now, of, plays } = player();
  toggle(hers);
  await plays();
  of(hers).currentTime = 7;
  of(hers).say('timeupdate');
  toggle(hers);
  expect([now()?.state, now()?.at, of(hers).running]).toEqual(['paused', 7, false]);
  toggle(hers);
  expect([now()?.state, now()?.at, of(hers).running]).toEqual(['playing', 7, true]);
});

test('only one sound plays: the second closes the first', async () => {
  const { toggle, now, of, plays } = player();
  toggle(hers);
  await plays();
  toggle(his);
  expect([of(hers).running, of(hers).closed]).toEqual([false, true]);
  await plays();
  expect(now()?.key).toEqual(his.key);
  // Late events of the first sound are ignored.
  of(hers).currentTime = 30;
  of(hers).say('timeupdate');
  of(hers).say('ended');
  of(hers).say('error');
  expect(now()).toMatchObject({ state: 'playing', at: 0 });
});

test('a second sound that is requested while the first is fetched is the only one', async () => {
  const { toggle, now, hold, of, plays, heard } = player();
  const go = hold();
  toggle(hers);
  toggle(his);
  go();
  await plays();
  expect(now()?.key).toEqual(his.key);
  await vi.waitFor(() => expect(of(his).running).toBe(true));
  expect(heard).toEqual(['pbx-2']);
});

test('pausing while it is fetched means that it does not play', async () => {
  const { toggle, now, hold, heard } = player();
  const go = hold();
  toggle(hers);
  toggle(hers);
  go();
  await new Promise((resolve) => setTimeout(resolve));
  expect([now()?.state, heard]).toEqual(['paused', []]);
});

test('a sound that was not opened yet is moved, and plays from there', async () => {
  const { seek, toggle, now, of, plays, heard } = player();
  seek(his, 20);
  expect(now()).toMatchObject({ key: his.key, state: 'paused', at: 20, duration: 60 });
  expect(heard).toEqual([]);
  toggle(his);
  await plays();
  expect([of(his).currentTime, now()?.at]).toEqual([20, 20]);
});

test('a sound that is moved while it is fetched begins where it was moved to', async () => {
  const { toggle, seek, hold, of, plays } = player();
  const go = hold();
  toggle(his);
  seek(his, 33);
  go();
  await plays();
  expect(of(his).currentTime).toBe(33);
});

test.each([
  [-5, 0],
  [0, 0],
  [59.5, 59.5],
  [61, 60],
  [Number.POSITIVE_INFINITY, 0],
  [Number.NaN, 0],
])('moved to %d it is at %d', async (to, at) => {
  const { seek, now } = player();
  seek(his, to);
  expect(now()?.at).toBe(at);
});

test('playAt plays from there, whether it played, rested or was another sound', async () => {
  const { playAt, toggle, now, of, plays } = player();
  toggle(hers);
  await plays();
  playAt(his, 5);
  await plays();
  expect(of(his).currentTime).toBe(5);
  playAt(his, 9);
  expect([now()?.state, of(his).currentTime]).toEqual(['playing', 9]);
  toggle(his);
  playAt(his, 3);
  expect([now()?.state, of(his).currentTime, of(his).running]).toEqual(['playing', 3, true]);
});

test('a sound that cannot be fetched has failed, and is tried again from the same place', async () => {
  const { toggle, seek, now, refuse, failures, of, plays } = player();
  refuse(true);
  seek(his, 11);
  toggle(his);
  await vi.waitFor(() => expect(now()?.state).toBe('failed'));
  expect(failures).toEqual([new Error('gone')]);
  refuse(false);
  toggle(his);
  await plays();
  expect(of(his).currentTime).toBe(11);
});

test('a file that breaks while it plays has failed', async () => {
  const { toggle, now, of, failures, plays } = player();
  toggle(hers);
  await plays();
  of(hers).say('error');
  expect([now()?.state, failures.length, of(hers).closed]).toEqual(['failed', 1, true]);
});

test('a call that begins stops the sound, nothing plays during it, and nothing starts by itself after it', async () => {
  const { toggle, playAt, silence, now, of, plays } = player();
  toggle(hers);
  await plays();
  silence(true);
  expect([now()?.state, of(hers).running]).toEqual(['paused', false]);
  toggle(hers);
  playAt(his, 3);
  expect([now()?.state, of(hers).running]).toEqual(['paused', false]);
  // A media key acts on the element itself.
  silence(false);
  toggle(hers);
  await plays();
  silence(true);
  of(hers).running = true;
  of(hers).say('play');
  expect([now()?.state, of(hers).running]).toEqual(['paused', false]);
  silence(false);
  expect(now()?.state).toBe('paused');
});

test('a call that begins while a sound is fetched keeps it quiet', async () => {
  const { toggle, silence, now, hold } = player();
  const go = hold();
  toggle(hers);
  silence(true);
  go();
  await new Promise((resolve) => setTimeout(resolve));
  expect(now()?.state).toBe('paused');
});

test('media keys that pause and play the element are shown', async () => {
  const { toggle, now, of, plays } = player();
  toggle(hers);
  await plays();
  of(hers).say('pause');
  expect(now()?.state).toBe('paused');
  of(hers).say('play');
  expect(now()?.state).toBe('playing');
});

test('the speed is for whatever plays, also for what plays next', async () => {
  const { toggle, setSpeed, of, plays } = player();
  toggle(hers);
  await plays();
  setSpeed(1.5);
  expect(of(hers).rate).toBe(1.5);
  toggle(his);
  await plays();
  expect(of(his).rate).toBe(1.5);
});

test('closing one sound leaves another alone', async () => {
  const { toggle, close, now, of, plays } = player();
  toggle(hers);
  await plays();
  close(his.key);
  expect(now()?.state).toBe('playing');
  close(hers.key);
  expect([now(), of(hers).closed]).toEqual([null, true]);
});
