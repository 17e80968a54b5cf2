import type { AudioDeviceInfo } from '#audio/devices.ts';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

interface OptionsOf {
  /** The plugged-in devices; null where the browser does not say. */
  readonly devices: readonly AudioDeviceInfo[] | null;
  /** The chosen one; null for the system's. */
  readonly chosen: string | null;
  readonly words: { readonly system: string; readonly notConnected: string };
  /** Whether this one may be chosen, null being the system's. */
  readonly isOpen?: (id: string | null) => boolean;
}

/** The options of a select of devices: the system's, all that are plugged in, and the chosen one if that is gone. */
export function deviceOptions({ devices, chosen, words, isOpen = () => true }: OptionsOf): readonly Option[] {
  return [
    { value: '', label: words.system, disabled: chosen !== null && !isOpen(null) },
    ...connectedOptions({ devices, chosen, words, isOpen }),
  ];
}

/** The same without the system's. */
export function connectedOptions({ devices, chosen, words, isOpen = () => true }: OptionsOf): readonly Option[] {
  // Before the microphone is allowed, devices have neither ids nor names.
  const named = (devices ?? []).filter(({ id }) => id !== '');
  const options = named.map(({ id, label }) => ({ value: id, label, disabled: id !== chosen && !isOpen(id) }));
  const isGone = chosen !== null && !named.some(({ id }) => id === chosen);
  return isGone ? [...options, { value: chosen, label: words.notConnected }] : options;
}
