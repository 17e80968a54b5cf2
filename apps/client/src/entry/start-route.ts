import { type Onboarding, type SetupPath, setupPaths } from '@sidetone/contract/entities/user.ts';

interface StartFacts {
  readonly onboarding: Onboarding;
  /** Whether the sound was set up in this browser. */
  readonly audioSetupCompleted: boolean;
}

/** The start page of users who have finished the setup. */
export const mainRoute = '/main';

/** The page that the app begins with where the user asked for none (specification 4.16). */
export function startRoute({ onboarding, audioSetupCompleted }: StartFacts): string {
  if (onboarding.completed) return audioSetupCompleted ? mainRoute : '/audio-setup';
  return isSetupPath(onboarding.path) ? onboarding.path : '/setup';
}

/** A page of the first start. An unknown one, as from another version, would lead from here to here for ever. */
function isSetupPath(path: string | null): path is SetupPath {
  return (setupPaths as readonly (string | null)[]).includes(path);
}
