import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { type SetUpState, type SetUpStep, setUpSteps } from '@sidetone/contract/entities/admin-account.ts';
import { useLive } from '#live/queries/live.ts';

/** Address of the first run below `/admin`. */
export const firstRunSection = 'first-run';

/** Whether a step is open: neither done nor postponed. */
export const isLeft: Record<SetUpState, boolean> = {
  done: false,
  skipped: false,
  open: true,
  failed: true,
  waiting: true,
};

/** Nothing is left of a step; of a voice menu neither where the company wants none. */
const isSettled = (step: SetUpStep, state: SetUpState): boolean =>
  state === 'done' || (step === 'voice-menu' && state === 'skipped');

/** The progress of the first run. `current` is the step of the address, else the first that is left. */
export function useFirstRun(wanted: string | undefined) {
  const setUp = useLive(adminQueries.adminSetUp, {}).rows[0];
  const stateOf = (step: SetUpStep): SetUpState => {
    const state = setUp?.steps.find((one) => one.step === step)?.state ?? 'open';
    // One of the three calls was made: nothing is wrong, and the others are still to do.
    return step === 'try-out' && state === 'waiting' ? 'open' : state;
  };
  const current =
    setUpSteps.find((step) => step === wanted) ?? setUpSteps.find((step) => isLeft[stateOf(step)]) ?? 'try-out';
  const open = setUpSteps.filter((step) => !isSettled(step, stateOf(step)));
  return {
    ready: setUp !== undefined,
    /** The first run was not ended, and something is left to do: postponed steps as well. */
    unfinished: setUp !== undefined && setUp.finishedAt === null && open.length > 0,
    isEnded: setUp?.finishedAt != null,
    /** The steps of which something is left. */
    open,
    /** The outside calls that the company has had, on any line. */
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
