import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';

const members = { rule: 'members' } as const;
const account = { rule: 'account' } as const;
/** The session of the call in this world. */
const ofCall = { params: () => ({ sessionId: 's' }) };
const ofRecord = () => ({ sessionId: 's', integrationId: 'none', type: 'contacts', entityId: '1' });
const ofCrm = { params: () => ({ integrationId: 'none' }), alsoFine: [404] } as const;

/** Routes of logs of calls in CRMs. */
export const crmRules = {
  // No vendor is known here: users who may connect are told that there is none.
  startAuthSession: {
    rule: 'everybody',
    alsoFine: [404],
    body: () => ({ name: 'NONE', successPath: '/a', errorPath: '/b' }),
  },
  // It sends every browser on.
  endAuthSession: { rule: 'public', query: () => ({ state: 'none' }), alsoFine: [303] },
  // Nobody here shows the secret of an app.
  appRemoved: { rule: 'public', body: () => ({ company_id: 77 }), alsoFine: [404] },
  // The member took the call, and no CRM is connected: NOT_FOUND of what belongs to one.
  openCallLog: { ...members, ...ofCall },
  changeCallLog: { ...members, ...ofCall, body: () => ({ selectedOutcome: null }) },
  addCallLogEntity: { ...members, params: ofRecord, alsoFine: [404] },
  removeCallLogEntity: { ...members, params: ofRecord, alsoFine: [404] },
  closeCallLog: { ...members, ...ofCall, body: () => ({ ready: false }), alsoFine: [404] },
  removeCallLog: { ...members, ...ofCall, alsoFine: [404] },
  retryCallLog: { ...members, ...ofCall },
  candidatesOfCall: { ...members, ...ofCall },
  changeCallTask: { ...members, ...ofCall, body: () => ({ title: 'Offer' }), alsoFine: [403, 404] },
  removeCallTask: { ...members, ...ofCall, alsoFine: [403] },
  createTask: {
    ...members,
    body: ({ channelId }) => ({ channelId, sessionId: 's' }),
    alsoFine: [403, 404],
  },
  changeLogMode: { rule: 'channelAdmins', body: () => ({ mode: 'ask' }) },
  changeLogText: { rule: 'everybody', body: () => ({ link: false }) },
  // There are no entries here; those of others are none either.
  crmWriteEvents: { ...account, params: () => ({ id: 'no-such-entry' }), alsoFine: [404] },
  retryCrmWrites: { ...account, body: () => ({ integrationId: 'no-such-connection' }), alsoFine: [404] },
  crmUsers: { ...account, ...ofCrm },
  matchCrmUser: {
    ...account,
    params: () => ({ integrationId: 'none', userId: 'nobody' }),
    body: () => ({ crmUserId: null }),
    alsoFine: [404],
  },
  actOnCrmWrite: { ...account, params: () => ({ id: 'no-such-entry', action: 'retry' }), alsoFine: [404] },
  // No CRM is connected here, and no contact comes from one.
  entitiesOfContact: { ...account, alsoFine: [404] },
  crmEntity: { ...account, params: ofRecord, alsoFine: [404] },
  searchCrmEntities: { ...account, ...ofCrm, query: () => ({ query: 'Iris' }) },
  callOutcomes: { ...account, ...ofCrm },
  taskTypes: { ...account, ...ofCrm },
} satisfies Readonly<Partial<Record<RouteName, RuleOfRoute>>>;
