import { savedIndicatorShownMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How a panel fares whose changes are taken at once. */
export type Saving = 'idle' | 'saving' | 'saved';

/** Saving that takes longer than this is shown, in milliseconds. */
const savingShownAfterMs = 500;

/**
 * What the head of a panel says of its changes: `saved` for two seconds after the last one that went well, `saving` while
 * one takes long. `track` watches a change and hands its result on, failures too.
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
