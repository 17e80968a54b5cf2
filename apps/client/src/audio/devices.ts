/** A microphone or a speaker. `id` and `label` are empty until the user has allowed the microphone once. */
export interface AudioDeviceInfo {
  readonly id: string;
  readonly label: string;
  /** The same for both ends of a headset; empty where the browser does not say. */
  readonly group: string;
}

/** The plugged-in devices. Null where this browser does not say. */
export interface AudioDevices {
  readonly microphones: readonly AudioDeviceInfo[] | null;
  readonly speakers: readonly AudioDeviceInfo[] | null;
  /** The one of `speakers` that the system uses now; null where the browser does not say. */
  readonly systemSpeaker: string | null;
}

/** The kind of a device that went away while it was wanted. */
export type LostDevice = 'input' | 'output' | 'ring';

const lossListeners = new Set<(lost: LostDevice) => void>();

/** Chromium's names for the system's device; ours is null. */
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
 * The devices missing for a call (specification 5): a microphone, speakers, or both. A browser that does not list its
 * devices is believed to have all; none lists them before the user has allowed the microphone once.
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

/** Follows devices that come and go, and their names once they may be known. Returns the way to stop. */
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

/** Listens for the loss of a chosen device, which the system's own replaces. Returns the way to stop. */
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

/** Chromium lists the system's own device twice, also as an alias, both with the same group and name. */
function systemOf(all: readonly MediaDeviceInfo[], speakers: readonly AudioDeviceInfo[]): string | null {
  const alias = all.find(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === 'default');
  if (alias === undefined) return null;
  const [named] = speakers
    .filter(({ label }) => label !== '' && alias.label.endsWith(label))
    .sort((a, b) => b.label.length - a.label.length);
  const grouped = speakers.filter(({ group }) => group !== '' && group === alias.groupId);
  return (named ?? (grouped.length === 1 ? grouped[0] : undefined))?.id ?? null;
}
