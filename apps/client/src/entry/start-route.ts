import { type Onboarding, type SetupPath, setupPaths } from '@sidetone/contract/entities/user.ts';

interface StartFacts {
  readonly onboarding: Onboarding;
  /** Whether the sound was set up in this browser. */
  readonly audioSetupCompleted: boolean;
}

/** Where it begins for who has it all behind them. */
export const mainRoute = '/main';

/** Where the app begins for somebody who asked for no page of it (specification 4.16). */
export function startRoute({ onboarding, audioSetupCompleted }: StartFacts): string {
  if (onboarding.completed) return audioSetupCompleted ? mainRoute : '/audio-setup';
  return isSetupPath(onboarding.path) ? onboarding.path : '/setup';
}

/** A page of the first start. What is none, as from another version, would lead from here to here for ever. */
function isSetupPath(path: string | null): path is SetupPath {
  return (setupPaths as readonly (string | null)[]).includes(path);
}
