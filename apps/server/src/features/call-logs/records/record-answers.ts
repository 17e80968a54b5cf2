import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { CallLogParts } from '../parts.ts';
import { entitiesOfContact, entityOf, outcomesOf, searchEntities, taskTypesOf } from './crm-records.ts';

/** What users read of connected CRMs to log calls in them. */
export const recordAnswers = (parts: Pick<CallLogParts, 'db' | 'crm' | 'answers'>): Answer[] => [
  answer(routes.entitiesOfContact, async ({ caller, params }) => ({
    entities: await entitiesOfContact(parts, caller, params.contactId),
  })),
  answer(routes.crmEntity, ({ caller, params: { integrationId, type, entityId } }) =>
    entityOf(parts, caller, { integrationId, type, id: entityId }),
  ),
  answer(routes.searchCrmEntities, async ({ caller, params: { integrationId }, query: { query, types } }) => ({
    entities: await searchEntities(parts, caller, { integrationId, query, types }),
  })),
  answer(routes.callOutcomes, async ({ caller, params: { integrationId }, query: { locale } }) => ({
    outcomes: [...(await outcomesOf(parts, caller, { integrationId, locale }))],
  })),
  answer(routes.taskTypes, async ({ caller, params: { integrationId }, query: { locale } }) => ({
    taskTypes: [...(await taskTypesOf(parts, caller, { integrationId, locale }))],
  })),
];
