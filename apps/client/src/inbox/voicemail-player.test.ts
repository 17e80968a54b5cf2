import { expect, test, vi } from 'vitest';
import { type Message, type Sound, voicemailPlayer } from './voicemail-player.ts';

const hers = { channelId: 'c1', docId: 'pbx-1' };
const his = { channelId: 'c1', docId: 'pbx-2' };

/** A player whose sounds a test plays itself. */
function player() {
  const sounds = new Map<string, Sound & { say(event: string): void; closed: boolean; running: boolean }>();
  const heard: string[] = [];
  let refuses = false;
  const made = voicemailPlayer({
    async load({ docId }: Message, signal) {
      if (refuses) throw new Error('gone');
      const listeners = new Map<string, () => void>();
      const sound = {
        ...{ currentTime: 0, duration: 38, closed: false, running: false },
        async play() {
          sound.running = true;
        },
        pause() {
          sound.running = false;
        },
        on: (event: string, listener: () => void) => void listeners.set(event, listener),
        close() {
          sound.closed = true;
        },
        say: (event: string) => listeners.get(event)?.(),
      };
      sounds.set(docId, sound);
      signal.throwIfAborted();
      return sound;
    },
    heard: ({ docId }) => void heard.push(docId),
  });
  const now = () => made.store.getState().now;
  return {
    ...made,
    now,
    heard,
    sound: (of: Message) => sounds.get(of.docId),
    refuse(yes: boolean) {
      refuses = yes;
    },
  };
}

test('a message plays, says that it was heard, and returns to its start at the end', async () => {
  const { toggle, now, heard, sound } = player();
  toggle(hers, 37);
  expect(now()).toEqual({ ...hers, state: 'loading', at: 0, seconds: 37 });
  await vi.waitFor(() => expect(now()).toMatchObject({ state: 'playing', seconds: 38 }));
  expect(heard).toEqual(['pbx-1']);
  const playing = sound(hers);
  if (!playing) throw new Error('nothing plays');
  playing.currentTime = 12;
  playing.say('timeupdate');
  expect(now()?.at).toBe(12);
  playing.say('ended');
  expect([now()?.state, now()?.at, playing.currentTime]).toEqual(['paused', 0, 0]);
});

test('it pauses and goes on where it was, and can be gone through', async () => {
  const { toggle, seek, now, heard, sound } = player();
  toggle(hers, 38);
  await vi.waitFor(() => expect(now()?.state).toBe('playing'));
  toggle(hers, 38);
  expect([now()?.state, sound(hers)?.running]).toEqual(['paused', false]);
  seek(20);
  toggle(hers, 38);
  expect([now()?.state, now()?.at, sound(hers)?.running, sound(hers)?.currentTime]).toEqual(['playing', 20, true, 20]);
  expect(heard).toEqual(['pbx-1']);
});

test('another message ends the first, also while that is still coming', async () => {
  const { toggle, close, now, heard, sound } = player();
  toggle(hers, 38);
  toggle(his, 5);
  await vi.waitFor(() => expect(now()).toMatchObject({ ...his, state: 'playing' }));
  await vi.waitFor(() => expect(sound(hers)?.running ?? false).toBe(false));
  expect(heard).toEqual(['pbx-2']);
  close();
  expect([now(), sound(his)?.running, sound(his)?.closed]).toEqual([null, false, true]);
});

test('what cannot be fetched says so, and can be tried again', async () => {
  const { toggle, now, refuse, heard } = player();
  refuse(true);
  toggle(hers, 38);
  await vi.waitFor(() => expect(now()?.state).toBe('failed'));
  expect(heard).toEqual([]);
  refuse(false);
  toggle(hers, 38);
  await vi.waitFor(() => expect(now()?.state).toBe('playing'));
});
