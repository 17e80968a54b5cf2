import type { TokenScope } from '../entities/api-token.ts';
import type { RouteName } from './routes.ts';

/**
 * Which scope a token needs for which route. A route that is not here takes no API token at all; `directory` opens the
 * addresses of SCIM, which are no routes of this contract.
 */
export const scopeOfRoute = {
  callRecords: 'callRecords',
  callRecord: 'callRecords',
  exportCallRecords: 'callRecords',
  costCentres: 'callRecords',

  listUsers: 'users',

  auditLog: 'audit',

  ownCalls: 'calls',
  findEvent: 'calls',
  callVcon: 'calls',

  recordingAudio: 'recordings',
  voicemailAudio: 'recordings',

  listContacts: 'contacts',
  searchContacts: 'contacts',
  contactsByNumber: 'contacts',
  contact: 'contacts',

  clickToDial: 'dial',
} as const satisfies Partial<Record<RouteName, TokenScope>>;
