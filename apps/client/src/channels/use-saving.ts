import { savedIndicatorShownMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The state of a panel whose changes are applied immediately. */
export type Saving = 'idle' | 'saving' | 'saved';

/** Saving that takes longer than this is shown, in milliseconds. */
const savingShownAfterMs = 500;

/**
 * The state of a panel's changes for its head: `saved` for two seconds after the last one that succeeded, `saving`
 * while one takes long. `track` follows a change and passes its result on, failures too.
 */
export function useSaving(): { saving: Saving; track: <Result>(change: Promise<Result>) => Promise<Result> } {
  const [saving, setSaving] = useState<Saving>('idle');
  const running = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const track = useCallback(async <Result>(change: Promise<Result>): Promise<Result> => {
    running.current += 1;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaving('saving'), savingShownAfterMs);
    let wentWell = false;
    try {
      const result = await change;
      wentWell = true;
      return result;
    } finally {
      running.current -= 1;
      if (running.current === 0) {
        clearTimeout(timer.current);
        setSaving(wentWell ? 'saved' : 'idle');
        if (wentWell) timer.current = setTimeout(() => setSaving('idle'), savedIndicatorShownMs);
      }
    }
  }, []);
  return { saving, track };
}
