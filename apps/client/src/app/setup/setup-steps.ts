import type { SetupPath } from '@sidetone/contract/entities/user.ts';

export type SetupStep = 'start' | 'integrations' | 'done';

/** The steps of a user's first start, in their order. */
export const setupSteps = ['start', 'integrations', 'done'] as const satisfies readonly SetupStep[];

interface SetupWays {
  readonly path: SetupPath;
  /** The target of Go back; null where there is none. */
  readonly back: SetupStep | null;
  /** The target of Continue; `sound` ends the setup at microphone and speaker, `app` starts the app. */
  readonly next: SetupStep | 'sound' | 'app';
  /** The target of Skip step; null where there is nothing to skip. */
  readonly skip: SetupStep | null;
  /** The progress is shown. */
  readonly counted: boolean;
}

/**
 * The ways out of a step (specification 4.16, setup page footer). The first page is enough for most users; the two
 * after it are for those who connect contacts.
 */
const ways: Readonly<Record<SetupStep, Omit<SetupWays, 'path'>>> = {
  start: { back: null, next: 'sound', skip: null, counted: false },
  integrations: { back: 'start', next: 'done', skip: 'done', counted: true },
  done: { back: 'integrations', next: 'app', skip: null, counted: true },
};

export const waysFrom = (step: SetupStep): SetupWays => ({ path: `/setup/${step}`, ...ways[step] });

/** The step of an address below `/setup/`, and the rest of the address; null where there is no such step. */
export function stepAt(splat: string): { step: SetupStep; rest: readonly string[] } | null {
  const [name, ...rest] = splat.split('/').filter((part) => part !== '');
  const step = setupSteps.find((one) => one === name);
  if (step === undefined || (rest.length > 0 && step !== 'integrations')) return null;
  return { step, rest };
}
