import type { MissingDevice } from './parts.ts';

/**
 * Keeps an eye on what there is to speak into and to hear with. A browser that doesn't list outputs, or lists nothing
 * before the user has allowed the microphone, knows nothing: then nothing counts as missing.
 */
export function watchDevices(): { missing(): MissingDevice | null; stop(): void } {
  const devices = globalThis.navigator?.mediaDevices as MediaDevices | undefined;
  let missing: MissingDevice | null = null;

  async function look() {
    const list = await devices?.enumerateDevices().catch(() => []);
    missing = missingAmong(list ?? [], 'setSinkId' in HTMLMediaElement.prototype);
  }

  void look();
  devices?.addEventListener('devicechange', look);
  return { missing: () => missing, stop: () => devices?.removeEventListener('devicechange', look) };
}

/** What is missing in a browser's list of devices; `listsOutputs` is whether this browser names outputs at all. */
export function missingAmong(
  list: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId'>[],
  listsOutputs: boolean,
): MissingDevice | null {
  // Before the user has allowed the microphone, ids are empty and the list says nothing.
  if (!list.some(({ deviceId }) => deviceId !== '')) return null;
  const microphone = list.some(({ kind }) => kind === 'audioinput');
  const speakers = !listsOutputs || list.some(({ kind }) => kind === 'audiooutput');
  if (!microphone) return speakers ? 'NO_MICROPHONE' : 'NO_AUDIO_DEVICES';
  return speakers ? null : 'NO_SPEAKERS';
}
