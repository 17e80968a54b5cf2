import type { HealthCode } from '@sidetone/contract/entities/health.ts';
import type { AdminSection } from '../sections.ts';

/** Where in the administration something is mended; the rest is mended at the machine. */
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
  mailMissing: 'mail',
};
