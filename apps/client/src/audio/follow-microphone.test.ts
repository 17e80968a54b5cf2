import { afterEach, expect, test } from 'vitest';
import { audioChoice, chooseAudio } from './device-choice.ts';
import { hearLosses, type LostDevice } from './devices.ts';
import { type FollowParts, followMicrophone } from './follow-microphone.ts';
import { closeMicrophone, MicrophoneError, openMicrophone } from './microphone.ts';
import { fakeDevices } from './testing/fake-devices.ts';
import { settle } from './testing/settle.ts';

/** Ends the calls of a test: those that still run would follow the choice of the next one. */
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  chooseAudio({ input: null });
});

/** A running call with a microphone; `sent` is the track of its sender. */
async function talk(...microphones: string[]) {
  return await talkWith({}, ...microphones);
}

async function talkWith(more: Partial<Pick<FollowParts, 'open'>>, ...microphones: string[]) {
  const devices = fakeDevices(...microphones);
  const open = () => openMicrophone({ devices: devices.media, suppress: async (raw) => raw });
  const microphone = await open();
  const sender = {
    track: (microphone.getAudioTracks()[0] ?? null) as MediaStreamTrack | null,
    async replaceTrack(track: MediaStreamTrack) {
      this.track = track;
    },
  };
  const connection = { getSenders: () => [sender] } as unknown as RTCPeerConnection;
  const problems: unknown[] = [];
  let switches = 0;
  const onSwitch = () => {
    switches += 1;
  };
  const failed = (cause: unknown) => problems.push(cause);
  const openAny = () => openMicrophone({ devices: devices.media, wanted: null, isExact: false });
  const parts = { devices: devices.media, open: more.open ?? open, openAny, failed };
  const stop = followMicrophone(connection, microphone, onSwitch, parts);
  ends.push(stop);
  return {
    ...devices,
    microphone,
    problems,
    stop,
    switches: () => switches,
    sent: () => sender.track?.getSettings().deviceId,
  };
}

test('another choice changes the microphone of a running call, and the previous one is closed', async () => {
  const { open, sent, microphone, switches } = await talk('built-in', 'headset');
  chooseAudio({ input: 'headset' });
  await settle();
  expect([sent(), open(), switches()]).toEqual(['headset', ['headset'], 1]);
  expect(microphone.getAudioTracks()).toHaveLength(1);
});

test.each(['aiNoiseSuppression', 'noiseSuppression', 'echoCancellation', 'autoGainControl'] as const)(
  'SAUDIO-008: switching %s reopens the same microphone for the running call',
  async (part) => {
    const { open, sent, switches } = await talk('built-in');
    const before = audioChoice.getState()[part];
    chooseAudio({ [part]: !before });
    await settle();
    chooseAudio({ [part]: before });
    await settle();
    expect([sent(), open(), switches()]).toEqual(['built-in', ['built-in'], 2]);
  },
);

test('a ringtone does not touch the microphone', async () => {
  const { switches } = await talk('built-in');
  chooseAudio({ ringtone: 'bell' });
  await settle();
  chooseAudio({ ringtone: 'sidetone' });
  expect(switches()).toBe(0);
});

test('a muted microphone stays muted when it is changed', async () => {
  const { microphone } = await talk('built-in', 'headset');
  for (const track of microphone.getAudioTracks()) track.enabled = false;
  chooseAudio({ input: 'headset' });
  await settle();
  expect(microphone.getAudioTracks().map(({ enabled }) => enabled)).toEqual([false]);
});

test('an unplugged microphone is replaced, and one that comes back is used again', async () => {
  const { sent, plug, unplug } = await talk('built-in', 'headset');
  chooseAudio({ input: 'headset' });
  await settle();
  unplug('headset');
  await settle();
  expect(sent()).toBe('built-in');
  plug('audioinput', 'headset');
  await settle();
  expect(sent()).toBe('headset');
});

test('where no other microphone is left the call continues, and that is reported', async () => {
  const { unplug, problems } = await talk('built-in');
  unplug('built-in');
  await settle();
  expect(problems).toMatchObject([{ problem: 'missing' }]);
});

test('where the last microphone was unplugged, the next one that is plugged in is used', async () => {
  const { unplug, plug, sent, open, switches } = await talk('built-in');
  unplug('built-in');
  await settle();
  plug('audioinput', 'headset');
  await settle();
  expect([sent(), open(), switches()]).toEqual(['headset', ['headset'], 1]);
});

test('a loss that both the track and the list of devices report is one loss', async () => {
  const { unplug, switches, sent } = await talk('built-in', 'headset');
  unplug('built-in');
  await settle();
  expect([sent(), switches()]).toEqual(['headset', 1]);
});

test('a microphone that was released and does not reopen is replaced by any, and that is reported', async () => {
  const lost: LostDevice[] = [];
  const stop = hearLosses((which) => lost.push(which));
  const open = async (release: () => void) => {
    release();
    throw new MicrophoneError('failed');
  };
  const { sent, open: opened, asked, switches, problems } = await talkWith({ open }, 'built-in');
  chooseAudio({ echoCancellation: false });
  await settle();
  chooseAudio({ echoCancellation: true });
  stop();
  expect([sent(), opened(), switches(), lost]).toEqual(['built-in', ['built-in'], 1, ['input']]);
  expect(asked()).toHaveLength(2);
  expect(problems).toEqual([]);
});

test('a microphone that does not open while the previous one works is not a loss', async () => {
  const open = () => Promise.reject(new MicrophoneError('failed'));
  const { sent, asked, problems } = await talkWith({ open }, 'built-in', 'headset');
  chooseAudio({ input: 'headset' });
  await settle();
  expect([sent(), asked().length]).toEqual(['built-in', 1]);
  expect(problems).toMatchObject([{ problem: 'failed' }]);
});

test('after the end of the call nothing is opened', async () => {
  const { stop, microphone, open } = await talk('built-in', 'headset');
  chooseAudio({ input: 'headset' });
  stop();
  closeMicrophone(microphone);
  await settle();
  expect(open()).toEqual([]);
});
