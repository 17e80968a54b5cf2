import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseAudio } from '#audio/device-choice.ts';
import type { AudioDevices } from '#audio/devices.ts';
import { playRemote } from '#audio/remote-audio.ts';
import { startTone, type TonePlay } from '#audio/tones.ts';
import { createBrowserSounds } from './browser-sounds.ts';
import { startMeters } from './meters.ts';

vi.mock('#audio/tones.ts', () => ({ startTone: vi.fn(() => () => {}) }));
vi.mock('#audio/remote-audio.ts', () => ({ playRemote: vi.fn(), stopRemote: vi.fn() }));
vi.mock('./meters.ts', () => ({ startMeters: vi.fn(), stopMeters: vi.fn() }));

const stream = (tracks: number) => ({ getAudioTracks: () => Array(tracks).fill({}) }) as unknown as MediaStream;
const notAllowed = new DOMException('play() was not allowed', 'NotAllowedError');

beforeEach(() => vi.clearAllMocks());
afterEach(() => chooseAudio({ output: null, additionalRing: null }));

function ears(plugged: AudioDevices | null = null) {
  const logged: string[] = [];
  const reported: string[] = [];
  const log = (_level: string, message: string, { cause }: Readonly<Record<string, unknown>>) => {
    logged.push(`${message}: ${cause}`);
  };
  const sounds = createBrowserSounds({ log, report: (problem) => reported.push(problem), devices: () => plugged });
  return { sounds, logged, reported };
}

test('CONST-063, CONST-064: the waiting tone repeats until it is stopped, and the busy tone ends by itself', () => {
  const { sounds } = ears();
  sounds.waitingTone();
  sounds.busyTone();
  expect(vi.mocked(startTone).mock.calls.map(([tone, play]) => [tone, play?.rounds])).toEqual([
    ['waiting', undefined],
    ['busy', 3],
  ]);
});

test('SAUDIO-012: an additional output that is now the default one rings once', () => {
  chooseAudio({ output: null, additionalRing: 'screen' });
  const speakers = ['built-in', 'screen'].map((id) => ({ id, label: id, group: '' }));
  const rungOn = (systemSpeaker: string) => {
    ears({ microphones: [], speakers, systemSpeaker }).sounds.ring();
    return vi.mocked(startTone).mock.lastCall?.[1]?.outputs?.();
  };
  expect([rungOn('built-in'), rungOn('screen')]).toEqual([[null, 'screen'], [null]]);
});

test('ERR-005, ERR-030: a tone or a voice that the browser does not play is only logged', () => {
  const { sounds, logged, reported } = ears();
  vi.mocked(startTone).mockImplementationOnce((_tone, play: TonePlay = {}) => {
    play.onFailure?.(notAllowed);
    return () => {};
  });
  sounds.ring();
  vi.mocked(playRemote).mockImplementationOnce((_call, _stream, onFailure) => onFailure?.(notAllowed));
  sounds.playRemote('one', stream(1));
  expect(logged).toEqual(Array(2).fill(`PLAY_AUDIO_FAILED: ${notAllowed}`));
  expect(reported).toEqual([]);
  sounds.stopRemote('one');
});

test('ERR-013, ERR-026: a far side without a track is only logged', () => {
  const { sounds, logged, reported } = ears();
  sounds.playRemote('one', stream(0));
  expect(logged).toEqual([expect.stringMatching(/^MISSING_OUTPUT_STREAM: .*Missing input or output stream/)]);
  expect(reported).toEqual([]);
  sounds.stopRemote('one');
});

test('ERR-002: audio that cannot be made is reported, and the call continues', () => {
  const { sounds, logged, reported } = ears();
  vi.mocked(startMeters).mockImplementationOnce(() => {
    throw new DOMException('no more contexts', 'NotSupportedError');
  });
  sounds.watchLocal('one', stream(1));
  expect(reported).toEqual(['AUDIO_CREATION_ERROR']);
  expect(logged[0]).toMatch(/^AUDIO_CREATION_ERROR/);
});
