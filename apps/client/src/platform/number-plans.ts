import {
  addPlans,
  hasAllPlans,
  lateCallingCodeOf,
  lateNumberOf,
  type NumberPlans,
} from '@sidetone/contract/rules/numbers/plans.ts';

/** Pauses before the plans are asked for again, in milliseconds. */
const pausesMs = [300, 1_000] as const;

/** What waits for the plans waits so long, in milliseconds; then its numbers are written in one piece behind their calling code. */
const patienceMs = 3_000;

interface PlansDeps {
  readonly load: () => Promise<NumberPlans>;
  readonly wait: (ms: number) => Promise<void>;
}

/** The plans of numbers that come after the first sight. */
export interface ComingPlans {
  /** Brings them. Never rejects: where they do not come, the next call asks again. */
  bring(): Promise<void>;
  /**
   * Ends when this can be shown as it stays: what has a number, or a country, whose plan is not there waits for it, but not for
   * ever. Null where there is nothing to wait for.
   */
  whenShowable(value: unknown): Promise<void> | null;
}

export function comingPlans({ load, wait }: PlansDeps): ComingPlans {
  let coming: Promise<void> | null = null;
  /** Once they did not come in time, nothing waits for them again. */
  let isPatient = true;

  const tryAll = async (): Promise<void> => {
    for (const pause of pausesMs) {
      try {
        addPlans(await load());
        return;
      } catch {
        await wait(pause);
      }
    }
    addPlans(await load());
  };
  const bring = (): Promise<void> => {
    if (hasAllPlans()) return Promise.resolve();
    coming ??= tryAll()
      .catch((cause: unknown) => console.warn('[numbers] plans of other countries were not loaded', cause))
      .finally(() => {
        coming = null;
      });
    return coming;
  };
  const inTime = async (): Promise<void> => {
    await Promise.race([bring(), wait(patienceMs)]);
    isPatient = hasAllPlans();
  };
  return { bring, whenShowable: (value) => (isPatient && needsPlans(value) ? inTime() : null) };
}

/** Whether something has a number, or a country, whose plan is not there yet. */
function needsPlans(value: unknown): boolean {
  if (hasAllPlans()) return false;
  if (typeof value === 'string') return lateNumberOf(value) !== null;
  if (typeof value !== 'object' || value === null) return false;
  if ('country' in value && typeof value.country === 'string' && lateCallingCodeOf(value.country) !== undefined)
    return true;
  return Object.values(value).some(needsPlans);
}

/** Those of this page. */
export const { bring: bringNumberPlans, whenShowable } = comingPlans({
  load: async () => (await import('@sidetone/contract/rules/numbers/other-plans.ts')).default,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
