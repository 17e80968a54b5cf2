import { networkOf } from '@sidetone/contract/rules/network-of.ts';

/**
 * Counts what one network holds at the same time. Gives the way to give it back, which may be called twice; null where
 * one more would be too many.
 */
export function networkCounter(most: number): (address: string) => (() => void) | null {
  const counts = new Map<string, number>();
  return (address) => {
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (count >= most) return null;
    counts.set(network, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    };
  };
}
