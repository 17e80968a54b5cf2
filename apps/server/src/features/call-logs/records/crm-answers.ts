import type { CrmOption, CrmUser, Entity, EntityRef } from '../../../crm/crm-side.ts';
import { kept } from '../kept.ts';

/** What CRMs answered a short while ago, by connection: users and the ledger that ask for the same cost a CRM one request. */
export interface CrmAnswers {
  /** What belongs to a record; kept for a minute, and all else for ten. */
  entitiesOf(
    integrationId: string,
    record: EntityRef,
    ask: () => Promise<readonly Entity[]>,
    signal: AbortSignal,
  ): Promise<readonly Entity[]>;
  outcomes(
    integrationId: string,
    locale: string,
    ask: () => Promise<readonly CrmOption[]>,
    signal: AbortSignal,
  ): Promise<readonly CrmOption[]>;
  taskTypes(
    integrationId: string,
    locale: string,
    ask: () => Promise<readonly CrmOption[]>,
    signal: AbortSignal,
  ): Promise<readonly CrmOption[]>;
  users(
    integrationId: string,
    ask: () => Promise<readonly CrmUser[]>,
    signal: AbortSignal,
  ): Promise<readonly CrmUser[]>;
  /** The same as they are now, for administrators who have just added one. */
  usersNow(integrationId: string, ask: () => Promise<readonly CrmUser[]>): Promise<readonly CrmUser[]>;
}

const minute = 60_000;

/** Made once for a process. */
export function crmAnswers(): CrmAnswers {
  const entities = kept<readonly Entity[]>(minute);
  const options = kept<readonly CrmOption[]>(10 * minute);
  const users = kept<readonly CrmUser[]>(10 * minute);
  return {
    entitiesOf: (integrationId, { type, id }, ask, signal) =>
      entities.of(`${integrationId} ${type} ${id}`, ask, signal),
    outcomes: (integrationId, locale, ask, signal) => options.of(`${integrationId} outcomes ${locale}`, ask, signal),
    taskTypes: (integrationId, locale, ask, signal) => options.of(`${integrationId} tasks ${locale}`, ask, signal),
    users: (integrationId, ask, signal) => users.of(integrationId, ask, signal),
    usersNow: (integrationId, ask) => users.renewed(integrationId, ask),
  };
}
