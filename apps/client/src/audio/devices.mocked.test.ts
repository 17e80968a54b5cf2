import { expect, test } from 'vitest';
import { audioChoice, chooseAudio, readChoice, ringOutputs } from './device-choice.ts';
import { audioDevices, hearLosses, type LostDevice, missingDevices } from './devices.ts';
import { openMicrophone } from './microphone.ts';
import { routeTo } from './outlet.ts';
import { fakeDevices } from './testing/fake-devices.ts';

test('the system aliases are not devices of their own', async () => {
  const { media, plug } = fakeDevices('built-in');
  plug('audioinput', 'default');
  plug('audiooutput', 'communications');
  plug('audiooutput', 'headset');
  expect(await audioDevices(media)).toEqual({
    microphones: [{ id: 'built-in', label: 'built-in', group: '' }],
    speakers: [{ id: 'headset', label: 'headset', group: '' }],
    systemSpeaker: null,
  });
});

test("the system's own speaker is the one that its alias is named after", async () => {
  const { media, plug } = fakeDevices();
  plug('audiooutput', 'default', { label: 'Default - USB Audio', group: 'usb' });
  plug('audiooutput', 'short', { label: 'Audio', group: 'usb' });
  plug('audiooutput', 'long', { label: 'USB Audio', group: 'usb' });
  expect(await audioDevices(media)).toMatchObject({ systemSpeaker: 'long' });
});

test('where names say nothing, the group of the alias tells the speaker, unless several are in it', async () => {
  const { media, plug } = fakeDevices();
  plug('audiooutput', 'default', { label: 'Standard', group: 'usb' });
  plug('audiooutput', 'screen', { label: 'Screen', group: 'hdmi' });
  plug('audiooutput', 'headset', { label: 'Headset', group: 'usb' });
  expect(await audioDevices(media)).toMatchObject({ systemSpeaker: 'headset' });
  plug('audiooutput', 'speaker', { label: 'Speaker', group: 'usb' });
  expect(await audioDevices(media)).toMatchObject({ systemSpeaker: null });
});

test('missing devices are named, and a browser that does not list speakers is believed to have some', async () => {
  const speakersOnly = fakeDevices();
  speakersOnly.plug('audiooutput', 'speakers');
  expect(await missingDevices(speakersOnly.media)).toBe('microphones');
  expect(await missingDevices(fakeDevices('one').media)).toBeNull();
  expect(await missingDevices(null)).toBeNull();
});

test('before the microphone was allowed once the devices are not known', async () => {
  const unasked = fakeDevices();
  expect(await missingDevices(unasked.media)).toBeNull();
  unasked.plug('audiooutput', '');
  expect(await missingDevices(unasked.media)).toBeNull();
});

test('a browser that always lists its speakers and lists none has none', async () => {
  const before = globalThis.AudioContext;
  globalThis.AudioContext = class {
    setSinkId() {}
  } as unknown as typeof AudioContext;
  try {
    expect(await missingDevices(fakeDevices('one').media)).toBe('speakers');
    const camera = fakeDevices();
    camera.plug('videoinput', 'camera');
    expect(await missingDevices(camera.media)).toBe('both');
  } finally {
    globalThis.AudioContext = before;
  }
});

test('a chosen microphone that is gone is replaced by another, and that is reported', async () => {
  const { media, open } = fakeDevices('built-in');
  const lost: LostDevice[] = [];
  const stop = hearLosses((which) => lost.push(which));
  await openMicrophone({ devices: media, wanted: 'headset' });
  stop();
  expect(open()).toEqual(['built-in']);
  expect(lost).toEqual(['input']);
});

test('a machine without any microphone says so, whichever was chosen', async () => {
  await expect(openMicrophone({ devices: fakeDevices().media, wanted: 'headset' })).rejects.toMatchObject({
    problem: 'missing',
  });
});

test('a stream without a track is not a microphone', async () => {
  const media = { getUserMedia: async () => ({ getAudioTracks: () => [] }) } as unknown as MediaDevices;
  await expect(openMicrophone({ devices: media })).rejects.toMatchObject({ problem: 'trackless' });
});

test('sound goes to the chosen speakers, to the system ones while those are gone, and back; the loss is reported once', async () => {
  const { media, plug, unplug } = fakeDevices('built-in');
  plug('audiooutput', 'speakers');
  plug('audiooutput', 'headset');
  const element = {
    sinkId: '',
    async setSinkId(id: string) {
      this.sinkId = id;
    },
  };
  const lost: LostDevice[] = [];
  const stop = hearLosses((which) => lost.push(which));
  await routeTo(element, 'headset', 'ring', media);
  expect(element.sinkId).toBe('headset');
  unplug('headset');
  await routeTo(element, 'headset', 'ring', media);
  await routeTo(element, 'headset', 'ring', media);
  expect(element.sinkId).toBe('');
  plug('audiooutput', 'headset');
  await routeTo(element, 'headset', 'ring', media);
  stop();
  expect(element.sinkId).toBe('headset');
  expect(lost).toEqual(['ring']);
});

test('it rings where calls are heard, unless another place was chosen, and in one more place if wanted', () => {
  const systems = { output: null, ring: null, additionalRing: null };
  expect(ringOutputs(systems, null)).toEqual([null]);
  expect(ringOutputs({ ...systems, output: 'headset' }, null)).toEqual(['headset']);
  expect(ringOutputs({ ...systems, output: 'headset', ring: 'speakers' }, null)).toEqual(['speakers']);
  const both = { ...systems, output: 'headset', additionalRing: 'speakers' };
  expect(ringOutputs(both, null)).toEqual(['headset', 'speakers']);
});

test('SAUDIO-012: it does not ring twice on the device that the system uses by now', () => {
  const here = (...ids: readonly string[]) => ids.map((id) => ({ id, label: id, group: '' }));
  const systems = { output: null, ring: null, additionalRing: 'screen' };
  const all = here('headset', 'screen');
  expect(ringOutputs(systems, { speakers: all, systemSpeaker: 'headset' })).toEqual([null, 'screen']);
  expect(ringOutputs(systems, { speakers: all, systemSpeaker: 'screen' })).toEqual([null]);
  expect(ringOutputs(systems, { speakers: all, systemSpeaker: null })).toEqual([null, 'screen']);
  // The chosen device is gone, and the system's is used.
  const chosen = { ...systems, output: 'headset' };
  expect(ringOutputs(chosen, { speakers: here('screen'), systemSpeaker: 'screen' })).toEqual(['headset']);
  expect(ringOutputs(chosen, { speakers: all, systemSpeaker: 'screen' })).toEqual(['headset', 'screen']);
  expect(ringOutputs(chosen, { speakers: here(''), systemSpeaker: 'screen' })).toEqual(['headset', 'screen']);
});

test('the additional output cannot be the main one', () => {
  chooseAudio({ output: 'headset', additionalRing: 'speakers' });
  chooseAudio({ output: 'speakers' });
  expect(audioChoice.getState()).toMatchObject({ output: 'speakers', additionalRing: null });
  chooseAudio({ output: null });
});

test('a stored choice that cannot be read is the system’s device', () => {
  for (const broken of [null, '', '{', '7', '{"input":7,"output":""}']) {
    expect(readChoice(broken)).toEqual({
      input: null,
      output: null,
      ring: null,
      additionalRing: null,
      ringtone: 'sidetone',
      aiNoiseSuppression: false,
      noiseSuppression: true,
      echoCancellation: true,
      autoGainControl: true,
      headsetButtons: true,
      headset: null,
    });
  }
});

test('a choice stored before there were ringtones and switches keeps its devices', () => {
  const old = { input: 'a', output: 'b', ring: null, additionalRing: 'c' };
  expect(readChoice(JSON.stringify(old))).toMatchObject({ ...old, ringtone: 'sidetone', noiseSuppression: true });
});

test('a stored ringtone that is not in the list becomes the first one; everything else stays', () => {
  expect(readChoice('{"input":"a","ringtone":"polka","echoCancellation":false}')).toMatchObject({
    input: 'a',
    ringtone: 'sidetone',
    echoCancellation: false,
  });
  expect(readChoice('{"ringtone":"bell"}').ringtone).toBe('bell');
});
