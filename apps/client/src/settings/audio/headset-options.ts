import type { Headset } from '#audio/headset.ts';

/** The options of the select of headsets: all of them, each that is connected, and the chosen one if that is gone. */
export function headsetOptions(
  headsets: readonly Headset[],
  chosen: string | null,
  words: { readonly all: string; readonly gone: string },
): readonly { value: string; label: string }[] {
  const options = [{ value: '', label: words.all }, ...headsets.map(({ key, name }) => ({ value: key, label: name }))];
  const isGone = chosen !== null && !headsets.some(({ key }) => key === chosen);
  return isGone ? [...options, { value: chosen, label: words.gone }] : options;
}

/** Whether a headset that is to control calls is plugged in; null means any. */
export function isHeadsetConnected(headsets: readonly Headset[], chosen: string | null): boolean {
  return chosen === null ? headsets.length > 0 : headsets.some(({ key }) => key === chosen);
}
