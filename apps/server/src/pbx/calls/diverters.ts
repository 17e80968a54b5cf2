import type { Call } from './call.ts';

/** Who sent the call elsewhere before it came here, without those who hide. */
export const shownDiverters = ({
  diverted = [],
  hiddenDiverters = [],
}: Pick<Call, 'diverted' | 'hiddenDiverters'>): readonly string[] =>
  diverted.filter((number) => !hiddenDiverters.includes(number));
