import type { Trunk } from '@sidetone/contract/entities/trunk.ts';

type Told = Pick<Trunk, 'isEnabled' | 'isEmergency' | 'sendsAddress' | 'addressConfirmed'>;

/** `noTrunk`: emergency calls have no way out; `untold`: one of the ways may reach somebody who does not know the address. */
export type AddressState = 'sent' | 'confirmed' | 'untold' | 'noTrunk';

/** Whether emergency calls may leave by this trunk. */
export const isForEmergencies = ({ isEnabled, isEmergency }: Told): boolean => isEnabled && isEmergency;

/** Whether providers learn where help has to go, by all trunks that may carry an emergency call. */
export function addressState(trunks: readonly Told[]): AddressState {
  const ways = trunks.filter(isForEmergencies);
  if (ways.length === 0) return 'noTrunk';
  if (ways.every(({ sendsAddress }) => sendsAddress)) return 'sent';
  return ways.every((way) => way.sendsAddress || way.addressConfirmed) ? 'confirmed' : 'untold';
}
