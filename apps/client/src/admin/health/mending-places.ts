import type { HealthCode } from '@sidetone/contract/entities/health.ts';
import type { AdminSection } from '@sidetone/contract/rules/admin/role-table.ts';

/** The section of the administration in which a finding is fixed; the others are fixed elsewhere. */
export const mendingPlaces: Readonly<Partial<Record<HealthCode, AdminSection>>> = {
  trunkTrying: 'trunks',
  trunkFailing: 'trunks',
  noTrunk: 'trunks',
  noEmergencyTrunk: 'trunks',
  accountFailing: 'phones',
  phonesAway: 'phones',
  phonesSilent: 'phones',
  crmWaiting: 'crm',
  backupOld: 'backup',
  noBackup: 'backup',
  backupFailing: 'backup',
  backupUnlooked: 'backup',
  backupBroken: 'backup',
  mailMissing: 'mail',
  mailFailing: 'mail',
  auditLogWaiting: 'log',
  phonesDropped: 'phones',
  queueLong: 'channels',
  queueSlow: 'channels',
};
