import { networkCounter } from '@sidetone/contract/rules/network-counter.ts';

/**
 * Counts what one network holds at the same time. Gives the way to give it back, which may be called twice; null where
 * one more would be too many.
 */
export function heldByNetwork(most: number): (address: string) => (() => void) | null {
  const counter = networkCounter(most);
  return (address) => {
    if (!counter.take(address)) return null;
    let isHeld = true;
    return () => {
      if (isHeld) counter.giveBack(address);
      isHeld = false;
    };
  };
}
