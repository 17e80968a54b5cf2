/** A microphone or a speaker. `label` is empty until the user has allowed the microphone once. */
interface AudioDeviceInfo {
  readonly id: string;
  readonly label: string;
}

/** What is plugged in. Null where this browser does not say. */
export interface AudioDevices {
  readonly microphones: readonly AudioDeviceInfo[] | null;
  readonly speakers: readonly AudioDeviceInfo[] | null;
}

/** Which kind of device went away while it was wanted. */
export type LostDevice = 'input' | 'output' | 'ring';

const lossListeners = new Set<(lost: LostDevice) => void>();

/** Chromium's names for what the system uses; we say null. */
const aliases = new Set(['default', 'communications']);

/** Lists microphones and speakers without asking for permission. */
export async function audioDevices(devices: MediaDevices | null = browserDevices()): Promise<AudioDevices> {
  if (devices === null) return { microphones: null, speakers: null };
  const all = await devices.enumerateDevices();
  const list = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && !aliases.has(device.deviceId))
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  const speakers = list('audiooutput');
  return { microphones: list('audioinput'), speakers: speakers.length > 0 || listsSpeakers() ? speakers : null };
}

/**
 * What is missing to make a call (specification 5): a microphone, speakers, or both. A browser that does not say what it
 * has is believed to have all; none says it before the user has allowed the microphone once.
 */
export async function missingDevices(
  devices: MediaDevices | null = browserDevices(),
): Promise<'microphones' | 'speakers' | 'both' | null> {
  const all = (await devices?.enumerateDevices()) ?? [];
  if (!all.some(({ deviceId }) => deviceId !== '')) return null;
  const { microphones, speakers } = await audioDevices(devices);
  const [noMicrophones, noSpeakers] = [microphones?.length === 0, speakers?.length === 0];
  if (noMicrophones && noSpeakers) return 'both';
  if (noMicrophones) return 'microphones';
  return noSpeakers ? 'speakers' : null;
}

/** Hears of devices that come and go. Returns the way to stop. */
export function followDevices(onChange: () => void, devices: MediaDevices | null = browserDevices()): () => void {
  devices?.addEventListener('devicechange', onChange);
  return () => devices?.removeEventListener('devicechange', onChange);
}

/** Hears that a chosen device is gone and the system's own took its place. Returns the way to stop. */
export function hearLosses(listener: (lost: LostDevice) => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

/** Tells that a chosen device is gone. */
export function tellLoss(lost: LostDevice): void {
  for (const listener of lossListeners) listener(lost);
}

/** Browsers hide the devices from pages that are neither on localhost nor over https. */
export function browserDevices(): MediaDevices | null {
  return globalThis.navigator?.mediaDevices ?? null;
}

/**
 * Whether no speakers in the list means that there are none: Safari never lists them, Firefox only once one was picked.
 * Only Chromium, which always does, can send a whole audio context to one.
 */
function listsSpeakers(): boolean {
  return typeof AudioContext !== 'undefined' && 'setSinkId' in AudioContext.prototype;
}
