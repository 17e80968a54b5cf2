import { pageCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import type { DirectoryChannel } from '../../ports.ts';
import type { Shown } from '../call.ts';
import type { Found } from './steps.ts';

/** Colleagues see extension and name; other accounts the public number alone, or that there is none. */
export function shownToCallee({ called, caller, sender, invited }: Found): Shown {
  if (called.kind === 'outside') {
    const { phone, number } = called;
    const user = invited.ownNumber ?? phone.number;
    return { from: isHidden(user) ? 'anonymous' : { user: user ?? caller.userId }, number, channelId: null };
  }
  if (called.kind === 'trunk') {
    const { number, isHidden, plan } = called;
    return { from: isHidden ? 'anonymous' : { user: plan.identity ?? caller.userId }, number, channelId: null };
  }
  if (called.kind === 'page') {
    const from = { user: internalNumber(caller) ?? caller.userId, name: `${called.name}: ${caller.displayName}` };
    return { from, number: `${pageCode}${called.number}`, channelId: null };
  }
  if (called.kind !== 'channel') return { from: 'anonymous', number: '', channelId: null };
  const { channel, number } = called;
  const to = { number, channelId: channel.channelId, ...viaChannel(channel) };
  if (channel.accountId === caller.accountId) {
    return { ...to, from: { user: internalNumber(caller) ?? caller.userId, name: caller.displayName } };
  }
  if (called.shows?.isHidden) return { ...to, from: 'anonymous' };
  const publicNumber = called.shows?.identity ?? sender.number ?? caller.number;
  return { ...to, from: publicNumber ? { user: publicNumber } : 'anonymous' };
}

/** What phones of members show a call of this channel to be for. */
export const viaChannel = ({ type, name }: Pick<DirectoryChannel, 'type' | 'name'>): Pick<Shown, 'via'> =>
  type === 'acd' && name !== null ? { via: name } : {};

/** What users choose in place of a number when they want to show none, for one call or for all of a phone. */
export const isHidden = (ownNumber: string | null | undefined): boolean =>
  ownNumber === 'anonymous' || ownNumber === 'suppressed';

const internalNumber = (party: { extension: string | null; number: string | null }): string | null =>
  party.extension ?? party.number;
