import { z } from 'zod';
import type { ContactScope } from '../entities/contact.ts';

/** What a person can choose for the look of the app. SCONST-055 */
export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** What the omnibar is opened for. */
export const searchTypes = ['default', 'click2Dial', 'addParticipant', 'addPhoneNumber'] as const;
export type SearchType = (typeof searchTypes)[number];

/** Where an omnibar that is opened for this looks first. SCONST-059 */
export function omnibarScope(type: SearchType): ContactScope {
  return type === 'addParticipant' ? 'team' : 'all';
}

/** Where a call was started from, for the record. */
export const callStartingPoints = ['Omnibar', 'Contacts'] as const;
export type CallStartingPoint = (typeof callStartingPoints)[number];
/** SCONST-060 */
export const defaultCallStartingPoint: CallStartingPoint = 'Omnibar';

/** What an address can open the omnibar with; what makes no sense counts as missing. */
export const omnibarParameters = {
  searchType: z.enum(searchTypes).optional().catch(undefined),
  targetPhoneNumber: z.string().max(200).optional().catch(undefined),
  callStartingPoint: z.enum(callStartingPoints).optional().catch(undefined),
} as const;

/** Digit that opens the private channel together with `mod`. SCONST-024 */
export const privateChannelDigit = 1;
/** Digits that open the shared channels, in their order. SCONST-025 */
export const sharedChannelDigits = [2, 3, 4, 5, 6, 7, 8, 9] as const;
