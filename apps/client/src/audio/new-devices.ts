import type { AudioDeviceInfo, AudioDevices } from './devices.ts';

/** A plugged-in device: a headset, or a microphone or speaker alone. */
export interface NewDevice {
  readonly name: string;
  /** Ids of its ends, where it has them. */
  readonly input: string | null;
  readonly output: string | null;
}

/**
 * The devices that are there now and were not before, both ends of a headset as one. None as long as the browser has
 * not named the devices from before: new names do not make new devices.
 */
export function newDevices(before: AudioDevices, now: AudioDevices): readonly NewDevice[] {
  const known = [...(before.microphones ?? []), ...(before.speakers ?? [])];
  if (!known.every(isNamed)) return [];
  const fresh = (list: readonly AudioDeviceInfo[] | null) =>
    (list ?? []).filter((device) => isNamed(device) && !known.some(({ id }) => id === device.id));
  const inputs = before.microphones === null ? [] : fresh(now.microphones);
  const outputs = before.speakers === null ? [] : fresh(now.speakers);
  const pairs = inputs.map((input) => ({ input, output: outputs.find((output) => areOne(input, output)) }));
  const alone = outputs.filter((output) => !pairs.some((pair) => pair.output === output));
  return [
    ...pairs.map(({ input, output }) => ({ name: nameOf(input, output), input: input.id, output: output?.id ?? null })),
    ...alone.map((output) => ({ name: output.label, input: null, output: output.id })),
  ];
}

/** Whether a device is still plugged in. */
export function isPluggedIn({ input, output }: NewDevice, { microphones, speakers }: AudioDevices): boolean {
  return [...(microphones ?? []), ...(speakers ?? [])].some(({ id }) => id === (input ?? output));
}

const isNamed = ({ id, label }: AudioDeviceInfo) => id !== '' && label !== '';

/** Browsers give both ends of a device one group; where they do not, the same name. */
function areOne(input: AudioDeviceInfo, output: AudioDeviceInfo): boolean {
  return input.group === '' ? input.label === output.label : input.group === output.group;
}

/** The name of the headset, where its ends are called `Microphone (H650)` and `Speakers (H650)`. */
function nameOf(input: AudioDeviceInfo, output: AudioDeviceInfo | undefined): string {
  const shared = /\(([^()]+(?:\([^()]*\)[^()]*)*)\)\s*$/;
  const [ofInput, ofOutput] = [input.label, output?.label ?? ''].map((label) => shared.exec(label)?.[1]);
  return ofInput !== undefined && ofInput === ofOutput ? ofInput : input.label;
}
