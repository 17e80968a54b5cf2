/** A microphone or a speaker. `id` and `label` are empty until the user has allowed the microphone once. */
export interface AudioDeviceInfo {
  readonly id: string;
  readonly label: string;
  /** Both ends of a headset have the same; empty where the browser does not say. */
  readonly group: string;
}

/** What is plugged in. Null where this browser does not say. */
export interface AudioDevices {
  readonly microphones: readonly AudioDeviceInfo[] | null;
  readonly speakers: readonly AudioDeviceInfo[] | null;
  /** The one of `speakers` that the system uses now; null where the browser does not say. */
  readonly systemSpeaker: string | null;
}

/** Which kind of device went away while it was wanted. */
export type LostDevice = 'input' | 'output' | 'ring';

const lossListeners = new Set<(lost: LostDevice) => void>();

/** Chromium's names for what the system uses; we say null. */
const aliases = new Set(['default', 'communications']);

/** Lists microphones and speakers without asking for permission. */
export async function audioDevices(devices: MediaDevices | null = browserDevices()): Promise<AudioDevices> {
  if (devices === null) return { microphones: null, speakers: null, systemSpeaker: null };
  const all = await devices.enumerateDevices();
  const list = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && !aliases.has(device.deviceId))
      .map(({ deviceId, label, groupId = '' }) => ({ id: deviceId, label, group: groupId }));
  const speakers = list('audiooutput');
  return {
    microphones: list('audioinput'),
    speakers: speakers.length > 0 || listsSpeakers() ? speakers : null,
    systemSpeaker: systemOf(all, speakers),
  };
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

const deviceListeners = new Set<() => void>();

/** Hears of devices that come and go, and of their names once they may be known. Returns the way to stop. */
export function followDevices(onChange: () => void, devices: MediaDevices | null = browserDevices()): () => void {
  devices?.addEventListener('devicechange', onChange);
  deviceListeners.add(onChange);
  return () => {
    devices?.removeEventListener('devicechange', onChange);
    deviceListeners.delete(onChange);
  };
}

/** Tells that devices have names now, because the microphone was allowed: browsers announce nothing of that. */
export function tellDevices(): void {
  for (const listener of [...deviceListeners]) listener();
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

/** Chromium lists the system's own device twice, as an alias too, both with the same group and name. */
function systemOf(all: readonly MediaDeviceInfo[], speakers: readonly AudioDeviceInfo[]): string | null {
  const alias = all.find(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === 'default');
  if (alias === undefined) return null;
  const [named] = speakers
    .filter(({ label }) => label !== '' && alias.label.endsWith(label))
    .sort((a, b) => b.label.length - a.label.length);
  const grouped = speakers.filter(({ group }) => group !== '' && group === alias.groupId);
  return (named ?? (grouped.length === 1 ? grouped[0] : undefined))?.id ?? null;
}
