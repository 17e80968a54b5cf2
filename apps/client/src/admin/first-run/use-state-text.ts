import type { SetUpState, SetUpStep } from '@sidetone/contract/entities/admin-account.ts';
import { useWords } from '#i18n/use-words.ts';

/** What stands under the name of a step: what it is about while it is open, else how it is. */
export function useStateText(): (step: SetUpStep, state: SetUpState) => string {
  const { t } = useWords();
  return (step, state) => {
    if (state === 'open') return t(($) => $.admin.firstRun.steps[step].text);
    if (state !== 'waiting') return t(($) => $.admin.firstRun.states[state]);
    const lacks = step === 'line' || step === 'emergency-address' ? step : 'others';
    return t(($) => $.admin.firstRun.lacks[lacks]);
  };
}
