import type { SetupPath } from '@sidetone/contract/entities/user.ts';

export type SetupStep = 'start' | 'integrations' | 'done';

/** The steps of a person's first start, in their order. */
export const setupSteps = ['start', 'integrations', 'done'] as const satisfies readonly SetupStep[];

interface SetupWays {
  readonly path: SetupPath;
  /** Where Go back leads; null where nothing is before it. */
  readonly back: SetupStep | null;
  /** Where Continue leads; `sound` ends the setup with a look at microphone and speaker, `app` starts the app. */
  readonly next: SetupStep | 'sound' | 'app';
  /** Where Skip step leads; null where there is nothing to skip. */
  readonly skip: SetupStep | null;
  /** How far one is, is shown. */
  readonly counted: boolean;
}

/**
 * Where one can go from a step (specification 4.16, setup page footer). The first page is enough for most people; the two
 * after it are for who connects contacts.
 */
const ways: Readonly<Record<SetupStep, Omit<SetupWays, 'path'>>> = {
  start: { back: null, next: 'sound', skip: null, counted: false },
  integrations: { back: 'start', next: 'done', skip: 'done', counted: true },
  done: { back: 'integrations', next: 'app', skip: null, counted: true },
};

export const waysFrom = (step: SetupStep): SetupWays => ({ path: `/setup/${step}`, ...ways[step] });

/** The step of an address below `/setup/`, and what follows it there; null for what is none. */
export function stepAt(splat: string): { step: SetupStep; rest: readonly string[] } | null {
  const [name, ...rest] = splat.split('/').filter((part) => part !== '');
  const step = setupSteps.find((one) => one === name);
  if (step === undefined || (rest.length > 0 && step !== 'integrations')) return null;
  return { step, rest };
}
