import { addressRange, overlap } from '../network/address-range.ts';

/** Whether someone at this address may administer a company that allows these networks; none means all. */
export function mayAdminister(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const here = addressRange(address);
  return (
    here !== undefined &&
    networks.some((network) => {
      const range = addressRange(network);
      return range !== undefined && overlap(range, here);
    })
  );
}
