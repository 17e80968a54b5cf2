import type { Integration } from '@sidetone/contract/entities/integration.ts';
import type { useWords } from '#i18n/use-words.ts';

/** Integrations that have words of their own. */
const toldAbout = ['SIDETONE', 'CARDDAV', 'HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'ZOHO', 'SIPGATE'] as const;
const isToldAbout = (name: string): name is (typeof toldAbout)[number] =>
  (toldAbout as readonly string[]).includes(name);

/** What an integration is, in a line. */
export const aboutWords = (t: ReturnType<typeof useWords>['t'], { name }: Pick<Integration, 'name'>): string =>
  t(($) => $.integrations.about[isToldAbout(name) ? name : name.startsWith('BRIDGE_') ? 'bridge' : 'other']);
