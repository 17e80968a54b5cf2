import type { SetupPath } from '@sidetone/contract/entities/user.ts';

export type SetupStep = 'start' | 'integrations' | 'done';

/** The steps of a person's first start, in their order. */
export const setupSteps = ['start', 'integrations', 'done'] as const satisfies readonly SetupStep[];

interface SetupWays {
  readonly path: SetupPath;
  /** Where Go back leads; null where nothing is before it. */
  readonly back: SetupStep | null;
  /** Where Continue leads; null on the last step, which starts the app. */
  readonly next: SetupStep | null;
  /** Where Skip step leads; null where there is nothing to skip. */
  readonly skip: SetupStep | null;
}

/** Where one can go from a step (specification 4.16, setup page footer). */
export function waysFrom(step: SetupStep): SetupWays {
  const place = setupSteps.indexOf(step);
  const next = setupSteps[place + 1] ?? null;
  return { path: `/setup/${step}`, back: setupSteps[place - 1] ?? null, next, skip: next };
}

/** The step of an address below `/setup/`, and what follows it there; null for what is none. */
export function stepAt(splat: string): { step: SetupStep; rest: readonly string[] } | null {
  const [name, ...rest] = splat.split('/').filter((part) => part !== '');
  const step = setupSteps.find((one) => one === name);
  if (step === undefined || (rest.length > 0 && step !== 'integrations')) return null;
  return { step, rest };
}
