import { z } from 'zod';
import type { CallRecord, CrmOption, CrmSide, CrmUser, TaskRecord, Unit, Written } from '../../crm/crm-side.ts';
import { dueInstant } from '../crm/due.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { SalesforceClient } from './client.ts';
import { describe, type Fields } from './described.ts';
import { type OwnObjects, salesforceEntities } from './entities.ts';
import { isRefusedAs } from './errors.ts';
import { isSalesforceId, quoted } from './soql.ts';
import { whoAndWhat } from './units.ts';

/** A field that a company may add to its tasks: text, an external id, unique. With it, Salesforce itself refuses a second record. */
const uniqueField = 'Sidetone_Call_Id__c';
/** The field of every company's tasks that says which call it was. */
const keyField = 'CallObject';
const longestSubject = 255;
const longestText = 32_000;
const mostUsers = 2_000;

const made = z.object({ id: z.string().regex(/^[a-zA-Z0-9]{18}$/) });
const found = z.object({ Id: made.shape.id });

/** What of a task the connection may write, and how its records are found again. */
interface CallFields {
  readonly fields: Fields;
  readonly certainty: CrmSide['certainty'];
}

/** `fields`: those of a task; null where tasks may not be written, and no calls are taken. */
export function callFields(fields: Fields | null): CallFields | null {
  if (fields?.get('Subject')?.createable !== true) return null;
  const key = fields.get(keyField);
  const isFound = key?.createable === true && key.filterable;
  const unique = fields.get(uniqueField);
  const isUnique = unique?.externalId === true && unique.createable && isFound;
  return { fields, certainty: isUnique ? 'upsert' : isFound ? 'found' : 'blind' };
}

/** Calls and tasks of one company: both are tasks there. */
export function salesforceCalls(client: SalesforceClient, { fields, certainty }: CallFields, own: OwnObjects): CrmSide {
  const deps: Deps = { client, fields, certainty };
  const { entity, entitiesOf, searchEntities } = salesforceEntities(client, own);
  return {
    certainty,
    lookupLagMs: 0,
    write: async (unit, call, key, signal) => {
      const once = { Status: statusOf(fields), TaskSubtype: 'Call' };
      return await insert(deps, { ...callValues(unit, call), ...once }, key, signal);
    },
    find: (_unit, _call, key, signal) => findKey(deps, key, signal),
    change: ({ id }, unit, call, _key, signal) => change(deps, id, callValues(unit, call), signal),
    async remove({ id }, signal) {
      if (!isSalesforceId(id)) return;
      try {
        await client.send({ method: 'DELETE', path: `/sobjects/Task/${id}` }, signal);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    createTask: (task, key, signal) => insert(deps, taskValues(task), key, signal),
    findTask: (_task, key, signal) => findKey(deps, key, signal),
    async outcomes(locale, signal) {
      const options = optionsOf(await describe(client, 'Task', signal, locale), 'CallDisposition');
      return options.length > 0 ? options : usualOutcomes(locale);
    },
    async taskTypes(locale, signal) {
      const options = optionsOf(await describe(client, 'Task', signal, locale), 'Type');
      return options.length > 0 ? options : [{ id: '', label: locale === 'de' ? 'Aufgabe' : 'Task' }];
    },
    entity,
    entitiesOf,
    searchEntities,
    users: (signal) => usersOf(client, signal),
  };
}

interface Deps extends CallFields {
  readonly client: SalesforceClient;
}

const writtenAs = ({ client }: Deps, id: string): Written => ({ id, url: client.urlOf('Task', id) });

/** What the connection may write of these. */
const only = ({ fields }: Deps, values: Values, may: 'createable' | 'updateable'): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.get(name)?.[may] === true));

async function findKey(deps: Deps, key: string, signal: AbortSignal): Promise<Written | null> {
  if (deps.certainty === 'blind') return null;
  const soql = `SELECT Id FROM Task WHERE ${keyField} = ${quoted(key)} ORDER BY CreatedDate LIMIT 1`;
  const { body } = await deps.client.query(soql, found, signal);
  return body[0] === undefined ? null : writtenAs(deps, body[0].Id);
}

async function insert(deps: Deps, values: Values, key: string, signal: AbortSignal): Promise<Written> {
  const request =
    deps.certainty === 'upsert'
      ? ({ method: 'PATCH', path: `/sobjects/Task/${uniqueField}/${encodeURIComponent(key)}` } as const)
      : ({ method: 'POST', path: '/sobjects/Task' } as const);
  const all = filled(only(deps, { ...values, [keyField]: key }, 'createable'));
  try {
    return await withoutGoneOwner(all, async (body) => {
      const answer = await deps.client.ask({ ...request, body }, made, signal);
      return writtenAs(deps, answer.body.id);
    });
  } catch (error) {
    // Two at the same moment: the other one made it.
    const there = isRefusedAs(error, 'DUPLICATE_VALUE') ? await findKey(deps, key, signal) : null;
    if (there === null) throw error;
    return there;
  }
}

async function change(deps: Deps, id: string, values: Values, signal: AbortSignal): Promise<Written | 'gone'> {
  if (!isSalesforceId(id)) return 'gone';
  try {
    await withoutGoneOwner(only(deps, values, 'updateable'), async (body) => {
      await deps.client.send({ method: 'PATCH', path: `/sobjects/Task/${id}`, body }, signal);
    });
    return writtenAs(deps, id);
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
}

type Values = Readonly<Record<string, string | number | boolean | null>>;

const filled = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, one]) => one !== null));

function callValues(unit: Unit, call: CallRecord): Values {
  return {
    ...whoAndWhat(unit),
    Subject: call.title.slice(0, longestSubject),
    Description: cut(call.text),
    ActivityDate: call.startedAt.toISOString().slice(0, 10),
    CallType: call.direction === 'INCOMING' ? 'Inbound' : 'Outbound',
    CallDurationInSeconds: Math.max(0, Math.round(call.seconds)),
    CallDisposition: call.outcomeId?.slice(0, longestSubject) ?? null,
    ...(call.ownerId === null ? {} : { OwnerId: call.ownerId }),
  };
}

function taskValues(task: TaskRecord): Values {
  const { day, time, timeZone } = task.due;
  // Tasks there have a day and no time: it is said in words, and users are reminded then.
  const words = time === null ? '' : `${day} ${time} (${timeZone})\n`;
  return {
    ...whoAndWhat({ entities: task.entities }),
    Subject: task.title.slice(0, longestSubject),
    Description: cut(`${words}${task.text}`),
    ActivityDate: day,
    Type: task.typeId === '' ? null : task.typeId,
    IsReminderSet: time === null ? null : true,
    ReminderDateTime: time === null ? null : dueInstant(task.due).toISOString(),
    OwnerId: task.ownerId,
  };
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text);

/** Companies name the states of their tasks themselves; the usual name of what is done, else what theirs says at the end. */
function statusOf(fields: Fields): string | null {
  const states = (fields.get('Status')?.picklistValues ?? []).filter(({ active }) => active);
  const usual = states.find(({ value }) => value === 'Completed') ?? states.find(({ label }) => label === 'Completed');
  return (usual ?? states.at(-1))?.value ?? null;
}

/** A user who has left, or has no licence for it, owns nothing new: then it is the connection's own. */
async function withoutGoneOwner<T>(values: Values, send: (values: Values) => Promise<T>): Promise<T> {
  try {
    return await send(values);
  } catch (error) {
    const isOfOwner = isRefusedAs(error, 'INACTIVE_OWNER_OR_USER', 'OP_WITH_INVALID_USER_TYPE_EXCEPTION');
    if (!isOfOwner || values['OwnerId'] === undefined) throw error;
    return await send(Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'OwnerId')));
  }
}

const isGone = (error: unknown): boolean => isOf(error, 'not_found');

const optionsOf = (fields: Fields | null, name: string): CrmOption[] =>
  (fields?.get(name)?.picklistValues ?? [])
    .filter(({ active }) => active)
    .map(({ value, label }) => ({ id: value, label: label ?? value }));

/** The outcome of a call is free text there; these are offered where the company has no list of its own. */
const outcomeWords = [
  ['Connected', 'Erreicht'],
  ['No answer', 'Nicht erreicht'],
  ['Busy', 'Besetzt'],
  ['Left voicemail', 'Sprachnachricht hinterlassen'],
  ['Wrong number', 'Falsche Nummer'],
  ['Call back', 'Rückruf'],
] as const;
const usualOutcomes = (locale: string): CrmOption[] =>
  outcomeWords.map(([en, de]) => ({ id: en, label: locale === 'de' ? de : en }));

const user = z.object({
  Id: made.shape.id,
  Name: z.string().max(1000).nullish(),
  Email: z.string().max(1000).nullish(),
});

async function usersOf(client: SalesforceClient, signal: AbortSignal): Promise<CrmUser[]> {
  const where = "WHERE IsActive = true AND UserType = 'Standard'";
  const soql = `SELECT Id, Name, Email FROM User ${where} ORDER BY Name LIMIT ${mostUsers}`;
  const { body } = await client.query(soql, user, signal);
  return body.map(({ Id, Name, Email }) => ({ id: Id, name: Name ?? Email ?? Id, email: Email ?? null }));
}
