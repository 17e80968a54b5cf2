import { useCallback, useEffect, useState } from 'react';
import type { Switch } from '#platform/bridge-parts.ts';

export interface MachineSwitch {
  /** Null until the machine has told its state. */
  readonly on: boolean | null;
  /** The machine refused the last change. */
  readonly refused: boolean;
  set(on: boolean): Promise<void>;
}

/**
 * The state of a setting of the machine; `onSaved` hears of each accepted change. Null where there is no such setting.
 */
export function useMachineSwitch(machine: Switch | null, onSaved: () => void): MachineSwitch | null {
  const [on, setOn] = useState<boolean | null>(null);
  const [refused, setRefused] = useState(false);
  const read = useCallback(async () => {
    try {
      setOn((await machine?.get()) ?? null);
    } catch (cause) {
      console.warn('[settings] the machine did not say how it stands', cause);
    }
  }, [machine]);
  useEffect(() => void read(), [read]);
  if (machine === null) return null;
  return {
    on,
    refused,
    async set(next) {
      setOn(next);
      setRefused(false);
      try {
        await machine.set(next);
        onSaved();
      } catch (cause) {
        console.warn('[settings] the machine refused a change', cause);
        setRefused(true);
      }
      await read();
    },
  };
}
