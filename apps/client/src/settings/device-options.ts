import type { AudioDeviceInfo } from '#audio/devices.ts';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

interface OptionsOf {
  /** What is plugged in; null where the browser does not say. */
  readonly devices: readonly AudioDeviceInfo[] | null;
  /** The one that is chosen; null for what the system uses. */
  readonly chosen: string | null;
  readonly words: { readonly system: string; readonly notConnected: string };
  /** Whether this one may be chosen, null being the system's. */
  readonly isOpen?: (id: string | null) => boolean;
}

/** What a select of devices offers: what the system uses, all that is plugged in, and what was chosen if that is gone. */
export function deviceOptions({ devices, chosen, words, isOpen = () => true }: OptionsOf): readonly Option[] {
  return [
    { value: '', label: words.system, disabled: chosen !== null && !isOpen(null) },
    ...connectedOptions({ devices, chosen, words, isOpen }),
  ];
}

/** The same without what the system uses. */
export function connectedOptions({ devices, chosen, words, isOpen = () => true }: OptionsOf): readonly Option[] {
  // Before the microphone is allowed, devices have neither ids nor names.
  const named = (devices ?? []).filter(({ id }) => id !== '');
  const options = named.map(({ id, label }) => ({ value: id, label, disabled: id !== chosen && !isOpen(id) }));
  const isGone = chosen !== null && !named.some(({ id }) => id === chosen);
  return isGone ? [...options, { value: chosen, label: words.notConnected }] : options;
}
