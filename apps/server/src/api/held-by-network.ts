import { networkCounter } from '@sidetone/contract/rules/network/network-counter.ts';
import { networksOf } from '@sidetone/contract/rules/network/network-of.ts';

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

/**
 * Lets `most` of one network do something at the same time; the others wait for their turn, in the order in which they
 * came. Fulfils with the way to give the turn back, to be called once.
 */
export function turnsOfNetwork(most: number): (address: string) => Promise<() => void> {
  const networks = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (address) => {
    const key = networksOf(address).at(-1) ?? address;
    const network = networks.get(key) ?? { running: 0, waiting: [] };
    networks.set(key, network);
    if (network.running < most) network.running += 1;
    else await new Promise<void>((resolve) => network.waiting.push(resolve));
    return () => {
      const next = network.waiting.shift();
      // Who waited takes the place over.
      if (next) next();
      else network.running -= 1;
      if (network.running === 0) networks.delete(key);
    };
  };
}
