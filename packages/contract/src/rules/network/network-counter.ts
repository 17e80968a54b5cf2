import { limitedNetworks } from './network-of.ts';

/** Counts what networks hold at the same time. */
export interface NetworkCounter {
  /** Counts one more for an address; false, and nothing is counted, where a network that it lies in has enough. */
  take(address: string): boolean;
  /** Gives back what was taken. */
  giveBack(address: string): void;
}

/** A counter where one link may hold `most`, and its larger networks a few times as many. It keeps what is held, and no more. */
export function networkCounter(most: number): NetworkCounter {
  const counts = new Map<string, number>();
  return {
    take(address) {
      const networks = limitedNetworks(address, most);
      if (networks.some((one) => (counts.get(one.network) ?? 0) >= one.most)) return false;
      for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
      return true;
    },
    giveBack(address) {
      for (const { network } of limitedNetworks(address, most)) {
        const left = (counts.get(network) ?? 1) - 1;
        if (left <= 0) counts.delete(network);
        else counts.set(network, left);
      }
    },
  };
}
