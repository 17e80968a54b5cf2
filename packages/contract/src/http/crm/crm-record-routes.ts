import { z } from 'zod';
import { crmEntity, crmOption, entityType } from '../../entities/call-log.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const byUser = { audience: 'user' } as const;
const oneIntegration = z.object({ integrationId: id });
const failures = ['FORBIDDEN', 'INTEGRATION_FAILED', 'INTEGRATION_REFRESH'] as const;
const locale = z.object({ locale: z.enum(['de', 'en']).default('de') });

/** What connected CRMs have. It needs the grant CONTACT_READ. */
export const crmRecordRoutes = {
  entitiesOfContact: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/contacts/{contactId}/entities',
    summary: 'List the records of its CRM that a contact belongs to. API-084, SAPI-024',
    params: z.object({ contactId: id }),
    reply: z.object({ entities: z.array(crmEntity) }),
    errors: failures,
  }),

  crmEntity: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/integrations/{integrationId}/entities/{type}/{entityId}',
    summary: 'A record of a CRM. API-083, SAPI-023',
    params: oneIntegration.extend({ type: entityType, entityId: id }),
    reply: crmEntity,
    errors: failures,
  }),

  searchCrmEntities: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/integrations/{integrationId}/entities',
    summary: 'Search records of a CRM; at most 20. `types` separated by commas, all without it',
    params: oneIntegration,
    query: z.object({ query: z.string().trim().min(1).max(200), types: z.string().max(300).optional() }),
    reply: z.object({ entities: z.array(crmEntity) }),
    errors: failures,
  }),

  callOutcomes: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/integrations/{integrationId}/call-outcomes',
    summary: 'Outcomes that a call can have in a CRM. API-080, SAPI-025',
    params: oneIntegration,
    query: locale,
    reply: z.object({ outcomes: z.array(crmOption) }),
    errors: failures,
  }),

  taskTypes: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/integrations/{integrationId}/task-types',
    summary: 'Types that a task can have in a CRM. API-082, SAPI-026',
    params: oneIntegration,
    query: locale,
    reply: z.object({ taskTypes: z.array(crmOption) }),
    errors: failures,
  }),
} as const;
