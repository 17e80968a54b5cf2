import type { CrmForm, Unit } from '../../crm/crm-side.ts';
import { isPerson, isRecord, personAndRecord } from '../crm/person-and-record.ts';
import { entityKinds, type OwnObjects } from './entities.ts';

export const salesforceForm = (own: OwnObjects): CrmForm => ({
  entityTypes: entityKinds(own).map(({ type }) => type),
  hasTasks: true,
  unitsOf: personAndRecord,
});

/**
 * What a task is attached to: one person and one other record. Null is what it is taken away from; what is left out stays as users of
 * Salesforce have it.
 */
export function whoAndWhat({ entities, removed = [] }: Pick<Unit, 'entities' | 'removed'>): {
  readonly WhoId?: string | null;
  readonly WhatId?: string | null;
} {
  const [main] = personAndRecord(entities);
  const who = main?.entities.find(isPerson)?.id ?? (removed.some(isPerson) ? null : undefined);
  const what = main?.entities.find(isRecord)?.id ?? (removed.some(isRecord) ? null : undefined);
  return { ...(who === undefined ? {} : { WhoId: who }), ...(what === undefined ? {} : { WhatId: what }) };
}
