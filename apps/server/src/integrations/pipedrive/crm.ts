import { z } from 'zod';
import type { CrmForm, CrmOption, CrmSide, CrmUser, EntityRef, Unit } from '../../crm/crm-side.ts';
import { pipedriveActivities } from './activities.ts';
import type { PipedriveClient } from './client.ts';
import { loggedTypes, pipedriveEntities } from './entities.ts';
import { api1, type Company } from './records.ts';

const activityTypes = z.object({
  data: z
    .array(
      z.object({
        key_string: z.string().min(1).max(200),
        name: z.string().max(1000),
        order_nr: z.number().nullish(),
        active_flag: z.boolean().nullish(),
      }),
    )
    .max(1000)
    .nullable(),
});
const users = z.object({
  data: z
    .array(
      z.object({
        id: z.number().int().positive(),
        name: z.string().max(1000).nullish(),
        email: z.string().max(1000).nullish(),
        active_flag: z.boolean().nullish(),
      }),
    )
    .max(100_000)
    .nullable(),
});

/** What Pipedrive knows as the outcome of a call, for every company alike; its answers name no words for them. API-080 */
const outcomeWords = {
  de: [
    ['connected', 'Erreicht'],
    ['no_answer', 'Nicht erreicht'],
    ['left_message', 'Nachricht hinterlassen'],
    ['left_voicemail', 'Auf Mailbox gesprochen'],
    ['wrong_number', 'Falsche Nummer'],
    ['busy', 'Besetzt'],
  ],
  en: [
    ['connected', 'Connected'],
    ['no_answer', 'No answer'],
    ['left_message', 'Left message'],
    ['left_voicemail', 'Left voicemail'],
    ['wrong_number', 'Wrong number'],
    ['busy', 'Busy'],
  ],
} as const;

/** What is known of Pipedrive's call logs without a connection. SENT-031 */
export const pipedriveForm: CrmForm = { entityTypes: loggedTypes, hasTasks: true, unitsOf };

/**
 * An activity takes persons, one company, and one deal or lead. The first of each are the main unit, a lead only where
 * there is nothing else; every further company, deal and lead has a unit of its own.
 */
function unitsOf(entities: readonly EntityRef[]): readonly Unit[] {
  const known = loggedTypes.flatMap((type) => entities.filter((one) => one.type === type));
  const persons = known.filter(({ type }) => type === 'contacts');
  const firstOf = (type: EntityRef['type']) => known.find((one) => one.type === type);
  const firsts = [firstOf('companies'), firstOf('deals')].filter((one) => one !== undefined);
  const inMain = [...persons, ...firsts];
  const lead = firstOf('leads');
  const main = inMain.length === 0 && lead ? [lead] : inMain;
  const further = known.filter((one) => !main.includes(one));
  return [
    { name: 'main', entities: main },
    ...further.map((one) => ({ name: `${one.type}:${one.id}`, entities: [one] })),
  ];
}

/** The side of a connection that logs calls. */
export function pipedriveCrm(client: PipedriveClient, company: Company): CrmSide {
  return {
    // A list shows what was written before it; a search would lag.
    certainty: 'found',
    lookupLagMs: 0,
    ...pipedriveActivities(client, company),
    ...pipedriveEntities(client, company),
    async outcomes(locale): Promise<readonly CrmOption[]> {
      return outcomeWords[locale === 'de' ? 'de' : 'en'].map(([id, label]) => ({ id, label }));
    },
    async taskTypes(_locale, signal): Promise<readonly CrmOption[]> {
      const { body } = await client.ask({ method: 'GET', path: `${api1}/activityTypes` }, activityTypes, signal);
      return (body.data ?? [])
        .filter(({ active_flag }) => active_flag !== false)
        .sort((one, other) => (one.order_nr ?? 0) - (other.order_nr ?? 0))
        .map(({ key_string, name }) => ({ id: key_string, label: name }));
    },
    async users(signal): Promise<readonly CrmUser[]> {
      const { body } = await client.ask({ method: 'GET', path: `${api1}/users` }, users, signal);
      return (body.data ?? [])
        .filter(({ active_flag }) => active_flag !== false)
        .map(({ id, name, email }) => ({ id: String(id), name: name ?? email ?? '', email: email ?? null }));
    },
  };
}
