import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';

const everybody = { rule: 'everybody' } as const;

const alarms = {
  rev: 0,
  emails: [],
  language: 'en',
  webhookUrl: '',
  off: [],
  mostWaiting: null,
  mostWaitSeconds: null,
};
const stream = { rev: 0, target: { way: 'webhook', url: 'https://9.9.9.9/log' } };
const reports = { rev: 0, rhythm: 'off', emails: [], language: 'en' };

/** Routes of alarms, of where the audit log is sent, of reports by mail, and of tests of trunks by a call. */
export const alarmRules = {
  alarmSettings: everybody,
  // Which revision they have is not known here.
  saveAlarmSettings: { ...everybody, body: () => alarms, alsoFine: [409] },
  testAlarm: everybody,
  acknowledgeAlarm: { rule: 'account', params: ({ alarmId }) => ({ alarmId }) },
  auditStream: everybody,
  saveAuditStream: { ...everybody, body: () => stream, alsoFine: [409] },
  // It is sent nowhere that is there.
  testAuditStream: { ...everybody, alsoFine: [404] },
  removeAuditStream: everybody,
  callByTrunk: { rule: 'account', body: ({ number }) => ({ number }) },
  reportSettings: everybody,
  saveReportSettings: { ...everybody, body: () => reports, alsoFine: [409] },
} as const satisfies Partial<Record<RouteName, RuleOfRoute>>;
