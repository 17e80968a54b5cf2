import { z } from 'zod';
import type {
  CallRecord,
  CrmForm,
  CrmOption,
  CrmSide,
  CrmUser,
  TaskRecord,
  Unit,
  Written,
} from '../../crm/crm-side.ts';
import { dueInstant } from '../crm/due.ts';
import { isPerson, personAndRecord } from '../crm/person-and-record.ts';
import { momentOf } from './changes.ts';
import type { Deps } from './contacts.ts';
import { entityKinds, moduleOf, zohoEntities } from './entities.ts';
import { isRefusedAs } from './errors.ts';
import type { Fields } from './fields.ts';
import { isZohoId } from './records.ts';

export const zohoForm: CrmForm = {
  entityTypes: entityKinds.map(({ type }) => type),
  hasTasks: true,
  unitsOf: personAndRecord,
};

const longestSubject = 255;
const longestText = 32_000;
/** Records of the same minute that are looked through, or of the same day for tasks. */
const mostAlike = 100;
/** Nobody has promised that a query sees what was written a moment ago. */
const lagMs = 60_000;

/** Calls and tasks of one company. `fields`: those of a call. */
export function zohoCalls(deps: Deps, fields: Fields): CrmSide {
  const { client, modules } = deps;
  const { entity, entitiesOf, searchEntities } = zohoEntities(deps);
  return {
    certainty: 'foundLater',
    lookupLagMs: lagMs,
    write: (unit, call, key, signal) =>
      insert(deps, 'Calls', only(fields, { ...callValues(unit, call, key), ...once(call) }), signal),
    find: (_unit, { startedAt }, key, signal) => {
      const around = [-60_000, 60_000].map((ms) => momentOf(new Date(startedAt.getTime() + ms).toISOString()));
      return findKey(
        deps,
        'Calls',
        `(Call_Start_Time >= '${around[0]}' and Call_Start_Time <= '${around[1]}')`,
        key,
        signal,
      );
    },
    async change({ id }, unit, call, key, signal) {
      if (!isZohoId(id)) return 'gone';
      const body = { data: [only(fields, callValues(unit, call, key))] };
      try {
        await client.write({ method: 'PUT', path: `/Calls/${id}`, body }, signal);
        return writtenAs(deps, 'Calls', id);
      } catch (error) {
        if (await isGone(deps, error, id, signal)) return 'gone';
        throw error;
      }
    },
    async remove({ id }, signal) {
      if (!isZohoId(id)) return;
      try {
        await client.write({ method: 'DELETE', path: `/Calls/${id}` }, signal);
      } catch (error) {
        if (!(await isGone(deps, error, id, signal))) throw error;
      }
    },
    async createTask(task, key, signal) {
      const known = await modules.fieldsOf('Tasks', signal);
      const values = taskValues(task, key);
      return await insert(deps, 'Tasks', known === null ? values : only(known, values), signal);
    },
    findTask: ({ due }, key, signal) => findKey(deps, 'Tasks', `Due_Date = '${due.day}'`, key, signal),
    async outcomes() {
      const options = fields.get('Call_Result')?.pick_list_values ?? [];
      return options
        .filter(({ actual_value }) => actual_value !== '-None-')
        .map(({ actual_value, display_value }): CrmOption => ({ id: actual_value, label: display_value }));
    },
    taskTypes: async (locale) => [{ id: 'Task', label: locale === 'de' ? 'Aufgabe' : 'Task' }],
    entity,
    entitiesOf,
    searchEntities,
    users: (signal) => usersOf(deps, signal),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** What says which module a linked record is of is no field, and always there. */
const only = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('$') || fields.has(name)));

const writtenAs = ({ urlOf }: Deps, module: string, id: string): Written => ({ id, url: urlOf(module, id) });

async function insert(deps: Deps, module: string, values: Values, signal: AbortSignal): Promise<Written> {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const send = async (one: Values) =>
    writtenAs(
      deps,
      module,
      await deps.client.write({ method: 'POST', path: `/${module}`, body: { data: [one] } }, signal),
    );
  try {
    return await send(filled);
  } catch (error) {
    // A user who has left owns nothing new: then it is the connection's own.
    const isOfOwner = isRefusedAs(error, 'INVALID_DATA') && (error as { field?: unknown }).field === 'Owner';
    if (!isOfOwner) throw error;
    const { Owner: _gone, ...rest } = filled;
    return await send(rest);
  }
}

/** What is set once, and cannot be changed afterwards. */
const once = ({ direction, state, startedAt, seconds }: CallRecord): Values => ({
  Call_Type: direction === 'OUTGOING' ? 'Outbound' : state === 'connected' ? 'Inbound' : 'Missed',
  Call_Start_Time: momentOf(startedAt.toISOString()),
  Call_Duration: lengthOf(seconds),
  Outgoing_Call_Status: direction === 'OUTGOING' ? 'Completed' : null,
});

/** Minutes and seconds, with as many minutes as there are: `62:05`. */
function lengthOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

const callValues = (unit: Unit, call: CallRecord, key: string): Values => ({
  ...whoAndWhat(unit),
  Subject: call.title.slice(0, longestSubject),
  Description: withKey(call.text, key),
  Call_Result: call.outcomeId,
  ...(call.ownerId === null ? {} : { Owner: { id: call.ownerId } }),
});

function taskValues(task: TaskRecord, key: string): Values {
  const { day, time, timeZone } = task.due;
  // Tasks there have a day and no time: it is said in words, and users are reminded then.
  const words = time === null ? '' : `${day} ${time} (${timeZone})\n`;
  const at = time === null ? null : momentOf(dueInstant(task.due).toISOString());
  return {
    ...whoAndWhat({ entities: task.entities }),
    Subject: task.title.slice(0, longestSubject),
    Description: withKey(`${words}${task.text}`, key),
    Due_Date: day,
    Remind_At: at === null ? null : { ALARM: `FREQ=NONE;ACTION=POPUP;TRIGGER=DATE-TIME:${at}` },
    ...(task.ownerId === null ? {} : { Owner: { id: task.ownerId } }),
  };
}

/** A contact is whom a call is with; anything else, also a lead, is what it is about, with the name of its module. */
function whoAndWhat({ entities, removed = [] }: Pick<Unit, 'entities' | 'removed'>): Values {
  const main = personAndRecord(entities)[0]?.entities ?? [];
  const who = main.find(({ type }) => type === 'contacts');
  const what = main.find((one) => one !== who);
  const isWhat = (one: (typeof removed)[number]) => !isPerson(one) || one.type === 'leads';
  return {
    ...(who ? { Who_Id: { id: who.id } } : removed.some(({ type }) => type === 'contacts') ? { Who_Id: null } : {}),
    ...(what
      ? { What_Id: { id: what.id }, $se_module: moduleOf(what.type) }
      : removed.some(isWhat)
        ? { What_Id: null }
        : {}),
  };
}

/** The text, not longer than Zoho takes it, with the key that it is found again by. */
function withKey(text: string, key: string): string {
  if (text.includes(key) && text.length <= longestText) return text;
  const end = `\n${key}`;
  const most = longestText - end.length;
  return `${text.length > most ? `${text.slice(0, most - 1)}…` : text}${end}`;
}

const onlyId = z.object({ id: z.string().regex(/^\d{1,30}$/) });
const described = z.object({
  data: z.array(onlyId.extend({ Description: z.string().max(200_000).nullish() })).max(200),
});

/** Long texts cannot be asked for in a query, so those of the same time are read. */
async function findKey(
  deps: Deps,
  module: string,
  where: string,
  key: string,
  signal: AbortSignal,
): Promise<Written | null> {
  let last = '';
  for (;;) {
    const after = last === '' ? where : `(${where} and id > '${last}')`;
    const coql = `select id from ${module} where ${after} order by id asc limit ${mostAlike}`;
    const { body } = await deps.client.query(coql, onlyId, signal);
    if (body.length === 0) return null;
    const query = { ids: body.map(({ id }) => id).join(','), fields: 'Description', per_page: String(mostAlike) };
    const read = await deps.client.ask({ method: 'GET', path: `/${module}`, query }, described, signal);
    const found = (read.body?.data ?? []).find(({ Description }) => Description?.includes(key));
    if (found !== undefined) return writtenAs(deps, module, found.id);
    const next = body.at(-1)?.id ?? last;
    if (body.length < mostAlike || next === last) return null;
    last = next;
  }
}

/** Of a record that is gone, Zoho says that its id is invalid, as of many other mistakes. */
async function isGone({ client }: Deps, error: unknown, id: string, signal: AbortSignal): Promise<boolean> {
  if (!isRefusedAs(error, 'INVALID_DATA', 'RECORD_NOT_FOUND')) return false;
  return (await client.read(`/Calls/${id}`, { fields: 'Subject' }, z.unknown(), signal)) === null;
}

const users = z.object({
  users: z
    .array(onlyId.extend({ full_name: z.string().max(1000).nullish(), email: z.string().max(1000).nullish() }))
    .max(200),
  info: z.object({ more_records: z.boolean() }).optional(),
});
const mostUserPages = 10;

async function usersOf({ client }: Deps, signal: AbortSignal): Promise<CrmUser[]> {
  const all: CrmUser[] = [];
  for (let page = 1; page <= mostUserPages; page += 1) {
    const query = { type: 'ActiveUsers', page: String(page), per_page: '200' };
    const { body } = await client.ask({ method: 'GET', path: '/users', query }, users, signal);
    for (const { id, full_name, email } of body?.users ?? []) {
      all.push({ id, name: full_name ?? email ?? id, email: email ?? null });
    }
    if (body?.info?.more_records !== true) break;
  }
  return all;
}
