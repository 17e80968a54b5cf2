import type { AudioChoice } from './device-choice.ts';
import type { AudioDevices } from './devices.ts';

type Outputs = Pick<AudioChoice, 'output' | 'ring' | 'additionalRing'>;
type Speakers = Pick<AudioDevices, 'speakers' | 'systemSpeaker'>;

/**
 * The additional output for rings where the user has chosen none: the system's, else the first output that is not the
 * main one (specification 4.3). Null where there is no second one.
 */
export function defaultAdditional(choice: Outputs, devices: Speakers): string | null {
  const main = mainOutput(choice, devices);
  const others = (devices.speakers ?? []).filter(({ id }) => id !== '' && id !== main);
  return (others.find(({ id }) => id === devices.systemSpeaker) ?? others[0])?.id ?? null;
}

/** Whether this output may be the additional one. */
export function mayBeAdditional(id: string, choice: Outputs, devices: Speakers): boolean {
  return id !== mainOutput(choice, devices);
}

/** Whether this output, null being the system's, may be the main one. */
export function mayBeMain(id: string | null, choice: Outputs, { systemSpeaker }: Speakers): boolean {
  return choice.additionalRing === null || (id ?? systemSpeaker) !== choice.additionalRing;
}

/** The device that the main output is; null where only the system knows. */
function mainOutput({ output, ring }: Outputs, { systemSpeaker }: Speakers): string | null {
  return ring ?? output ?? systemSpeaker;
}
