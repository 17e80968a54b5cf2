import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { type SetUpState, type SetUpStep, setUpSteps } from '@sidetone/contract/entities/admin-account.ts';
import { useLive } from '#live/queries/live.ts';

/** Address of the first run below `/admin`. */
export const firstRunSection = 'first-run';

/** Whether a step is the next one to go to: neither done nor put off. */
export const isLeft: Record<SetUpState, boolean> = {
  done: false,
  skipped: false,
  open: true,
  failed: true,
  waiting: true,
};

/** How far the first run is. `current` is the step of the address, else the first that is left. */
export function useFirstRun(wanted: string | undefined) {
  const setUp = useLive(adminQueries.adminSetUp, {}).rows[0];
  const stateOf = (step: SetUpStep): SetUpState => {
    const state = setUp?.steps.find((one) => one.step === step)?.state ?? 'open';
    // One of three calls was made: nothing is in disorder, and the others are still to do.
    return step === 'try-out' && state === 'waiting' ? 'open' : state;
  };
  const current =
    setUpSteps.find((step) => step === wanted) ?? setUpSteps.find((step) => isLeft[stateOf(step)]) ?? 'try-out';
  const open = setUpSteps.filter((step) => stateOf(step) !== 'done');
  return {
    ready: setUp !== undefined,
    /** Nobody has ended it, and something is left to do: what was put off as well. */
    unfinished: setUp !== undefined && setUp.finishedAt === null && open.length > 0,
    isEnded: setUp?.finishedAt != null,
    /** The steps that are not done. */
    open,
    /** Which calls with the outside somebody of the company has had, on whichever line. */
    tried: setUp?.tried ?? { out: false, in: false },
    current,
    stateOf,
    skipped: setUp?.steps.filter(({ state }) => state === 'skipped').map(({ step }) => step) ?? [],
  };
}

/** The step after this one, or before it; null at the ends. */
export function neighbour(step: SetUpStep, by: 1 | -1): SetUpStep | null {
  return setUpSteps[setUpSteps.indexOf(step) + by] ?? null;
}
