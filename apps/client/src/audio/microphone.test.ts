import { expect, test } from 'vitest';
import { closeMicrophone, openMicrophone, ownSuppression } from './microphone.ts';
import { deviceOf, rememberOrigin } from './microphone-track.ts';
import { fakeDevices, fakeStream, fakeTrack } from './testing/fake-devices.ts';

const devicesThatFailWith = (name: string) =>
  ({
    getUserMedia: async () => {
      throw new DOMException('no', name);
    },
  }) as unknown as MediaDevices;

test.each([
  ['NotFoundError', 'missing'],
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotReadableError', 'failed'],
] as const)('%s means %s', async (name, problem) => {
  await expect(openMicrophone({ devices: devicesThatFailWith(name) })).rejects.toMatchObject({ problem });
});

test('a page that is not secure has no devices at all', async () => {
  await expect(openMicrophone({ devices: null })).rejects.toMatchObject({ problem: 'insecure' });
});

const processing = { aiNoiseSuppression: true, noiseSuppression: true, echoCancellation: true, autoGainControl: false };

/** Opens a microphone whose noise is removed by a fake in place of the network. */
async function openClean() {
  const { media, asked, open, unplug } = fakeDevices('headset');
  let working = 0;
  const stream = await openMicrophone({
    devices: media,
    processing,
    async suppress(raw) {
      const [track] = raw.getAudioTracks();
      const clean = fakeTrack('of the network');
      working += 1;
      rememberOrigin(clean as unknown as MediaStreamTrack, track as MediaStreamTrack, () => {
        working -= 1;
      });
      return fakeStream([clean]);
    },
  });
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new Error('no track');
  return { stream, track, asked, open, unplug, working: () => working };
}

test('SAUDIO-008: the browser is asked for the chosen processing', async () => {
  const { media, asked } = fakeDevices('headset');
  const wanted = { ...processing, aiNoiseSuppression: false, noiseSuppression: false };
  await openMicrophone({ devices: media, processing: wanted });
  await openMicrophone({ devices: media, processing: { ...wanted, noiseSuppression: true, echoCancellation: false } });
  expect(asked()).toEqual([
    { noiseSuppression: false, echoCancellation: true, autoGainControl: false },
    { noiseSuppression: true, echoCancellation: false, autoGainControl: false },
  ]);
  expect(ownSuppression.getState()).toEqual({ works: null });
});

const browsers = { ...processing, aiNoiseSuppression: false };

test('SAUDIO-008: a browser that refuses exact constraints is asked for them as a preference', async () => {
  const asked: unknown[] = [];
  const media = {
    async getUserMedia({ audio }: { audio: { echoCancellation: unknown } }) {
      asked.push(audio.echoCancellation);
      if (audio.echoCancellation !== true) throw new DOMException('no', 'OverconstrainedError');
      return fakeStream([fakeTrack('headset')]);
    },
  } as unknown as MediaDevices;
  await openMicrophone({ devices: media, processing: browsers });
  expect(asked).toEqual([{ exact: true }, true]);
});

test('where any microphone will do, nothing is asked for exactly', async () => {
  const asked: unknown[] = [];
  const media = {
    async getUserMedia({ audio }: MediaStreamConstraints) {
      asked.push(audio);
      return fakeStream([fakeTrack('headset')]);
    },
  } as unknown as MediaDevices;
  await openMicrophone({ devices: media, processing: browsers, wanted: null, isExact: false });
  expect(asked).toEqual([{ noiseSuppression: true, echoCancellation: true, autoGainControl: false }]);
});

/**
 * A microphone that is open elsewhere in this page, and comes with the same processing for as long as it is held there.
 */
function heldMicrophone(held: Partial<MediaTrackSettings>) {
  const happened: string[] = [];
  const tracks: ReturnType<typeof fakeTrack>[] = [];
  let isHeld = true;
  const media = {
    async getUserMedia({ audio }: { audio: Record<'noiseSuppression' | 'echoCancellation', { exact: boolean }> }) {
      happened.push('asked');
      const track = fakeTrack('headset');
      tracks.push(track);
      const asked = {
        noiseSuppression: audio.noiseSuppression.exact,
        echoCancellation: audio.echoCancellation.exact,
      };
      const settings = { deviceId: 'headset', ...asked, ...(isHeld ? held : {}) };
      return fakeStream([Object.assign(track, { getSettings: () => settings })]);
    },
  } as unknown as MediaDevices;
  return {
    media,
    happened,
    open: () => tracks.filter(({ readyState }) => readyState === 'live').length,
    release() {
      happened.push('released');
      isHeld = false;
    },
  };
}

test('SAUDIO-008: a microphone open elsewhere with other processing is closed there, and asked for again', async () => {
  const { media, happened, open, release } = heldMicrophone({ noiseSuppression: false });
  const stream = await openMicrophone({ devices: media, processing: browsers, release });
  expect([happened, open()]).toEqual([['asked', 'released', 'asked'], 1]);
  expect(stream.getAudioTracks()[0]?.getSettings()).toMatchObject({ noiseSuppression: true });
});

/** A microphone that comes without any processing as long as it is open with another one. */
function oneProcessingAtATime() {
  const open: { track: ReturnType<typeof fakeTrack>; how: string }[] = [];
  const media = {
    async getUserMedia({ audio }: { audio: Record<string, { exact: boolean }> }) {
      const asked = Object.fromEntries(Object.entries(audio).map(([name, { exact }]) => [name, exact]));
      const how = JSON.stringify(asked);
      await Promise.resolve();
      const isOtherwise = open.some((each) => each.track.readyState === 'live' && each.how !== how);
      const track = fakeTrack('headset');
      open.push({ track, how: isOtherwise ? 'none' : how });
      const none = { noiseSuppression: false, echoCancellation: false, autoGainControl: false };
      return fakeStream([Object.assign(track, { getSettings: () => (isOtherwise ? none : asked) })]);
    },
  } as unknown as MediaDevices;
  return media;
}

const settingsOf = (stream: MediaStream) => stream.getAudioTracks()[0]?.getSettings();
const noEcho = { ...browsers, echoCancellation: false };

test('SAUDIO-008: a call takes the microphone from a meter with other processing, and the meter is told', async () => {
  const devices = oneProcessingAtATime();
  const taken: string[] = [];
  const meter = await openMicrophone({ devices, processing: browsers, onTaken: () => taken.push('meter') });
  const call = await openMicrophone({ devices, processing: noEcho });
  expect(settingsOf(call)).toMatchObject({ noiseSuppression: true, echoCancellation: false });
  expect([taken, meter.getAudioTracks()[0]?.readyState]).toEqual([['meter'], 'ended']);
  // The meter in its turn goes without the microphone.
  const again = await openMicrophone({ devices, processing: browsers, onTaken: () => taken.push('again') });
  expect(settingsOf(again)).toMatchObject({ noiseSuppression: false });
  expect([taken, call.getAudioTracks()[0]?.readyState]).toEqual([['meter'], 'live']);
  closeMicrophone(again);
  closeMicrophone(call);
});

test('SAUDIO-008: a call has its processing changed while a meter reopens the same microphone', async () => {
  const devices = oneProcessingAtATime();
  const call = await openMicrophone({ devices, processing: browsers });
  const taken: string[] = [];
  // The meter is first, and comes while the call still has the microphone as it was.
  const opening = openMicrophone({ devices, processing: noEcho, onTaken: () => taken.push('meter') });
  const release = () => closeMicrophone(call);
  const changed = await openMicrophone({ devices, processing: noEcho, release });
  expect(settingsOf(changed)).toMatchObject({ noiseSuppression: true, echoCancellation: false });
  expect([taken, (await opening).getAudioTracks()[0]?.readyState]).toEqual([['meter'], 'ended']);
  closeMicrophone(changed);
});

test('a track that was closed already is not taken away', async () => {
  const devices = oneProcessingAtATime();
  const taken: string[] = [];
  closeMicrophone(await openMicrophone({ devices, processing: browsers, onTaken: () => taken.push('meter') }));
  const other = await openMicrophone({ devices, processing: browsers });
  const call = await openMicrophone({ devices, processing: noEcho });
  expect([taken, settingsOf(call)?.noiseSuppression]).toEqual([[], false]);
  closeMicrophone(other);
  closeMicrophone(call);
});

test.each([
  ['suppresses noise', { noiseSuppression: true }],
  ['lets echoes pass', { echoCancellation: false }],
])(
  'SAUDIO-008: a microphone that is open elsewhere and %s there is asked for again before noise is removed',
  async (_, held) => {
    const { media, happened, open, release } = heldMicrophone(held);
    const suppress = async (raw: MediaStream) => {
      happened.push('suppressed');
      return raw;
    };
    const stream = await openMicrophone({ devices: media, processing, release, suppress });
    expect([happened, open()]).toEqual([['asked', 'released', 'asked', 'suppressed'], 1]);
    expect(stream.getAudioTracks()[0]?.getSettings()).toMatchObject({
      noiseSuppression: false,
      echoCancellation: true,
    });
  },
);

test("SAUDIO-008: where our suppression does not work, the browser's own is used although it is off elsewhere", async () => {
  const { media, happened, open, release } = heldMicrophone({ noiseSuppression: false });
  const suppress = () => Promise.reject(new Error('runs at 44100 Hz'));
  const stream = await openMicrophone({ devices: media, processing, release, suppress });
  expect([happened, open()]).toEqual([['asked', 'asked', 'released', 'asked'], 1]);
  expect(stream.getAudioTracks()[0]?.getSettings()).toMatchObject({ noiseSuppression: true });
});

test("SAUDIO-008: the browser's own suppression is off while ours is on, and closing the clean stream closes the microphone", async () => {
  const { stream, track, asked, open, working } = await openClean();
  expect(asked()).toEqual([{ noiseSuppression: false, echoCancellation: true, autoGainControl: false }]);
  expect([ownSuppression.getState().works, deviceOf(track), open(), working()]).toEqual([
    true,
    'headset',
    ['headset'],
    1,
  ]);
  closeMicrophone(stream);
  expect([track.readyState, open(), working()]).toEqual(['ended', [], 0]);
});

test('a clean stream ends when its microphone is unplugged', async () => {
  const { track, unplug, working } = await openClean();
  let ended = 0;
  track.addEventListener('ended', () => {
    ended += 1;
  });
  unplug('headset');
  expect([ended, track.readyState, working()]).toEqual([1, 'ended', 0]);
});

test("where our suppression does not work the browser's own is used, and only one microphone is open", async () => {
  const { media, asked, open } = fakeDevices('headset');
  const suppress = () => Promise.reject(new Error('runs at 44100 Hz'));
  const quiet = { ...processing, noiseSuppression: false };
  await openMicrophone({ devices: media, processing: quiet, suppress });
  expect(asked().map(({ noiseSuppression }) => noiseSuppression)).toEqual([false, true]);
  expect([ownSuppression.getState().works, open()]).toEqual([false, ['headset']]);
});
