import { z } from 'zod';
import type { CallRecord, EntityRef, TaskRecord, Unit, Written } from '../../crm/crm-side.ts';
import { logHtml } from '../../crm/log-html.ts';
import { IntegrationError } from '../connector.ts';
import { dueInstant } from '../crm/due.ts';
import { isOf } from '../crm/vendor-errors.ts';
import { logCall, subjectOf } from './call-log.ts';
import type { Answered, PipedriveClient } from './client.ts';
import { isNumericId, unlessGone } from './contacts.ts';
import { isIdOf, urlOf } from './entities.ts';
import { pageReader } from './pages.ts';
import { api2, type Company, oneOf, pageOf } from './records.ts';

const recordId = z.number().int().positive();
const activity = z.object({
  id: recordId,
  org_id: recordId.nullish(),
  deal_id: recordId.nullish(),
  lead_id: z.uuid().nullish(),
  participants: z
    .array(
      z
        .object({ person_id: recordId.nullish(), primary: z.boolean().nullish(), primary_flag: z.boolean().nullish() })
        // Written as the one, and read as either.
        .transform(({ person_id, primary, primary_flag }) => ({ person_id, primary: primary ?? primary_flag })),
    )
    .max(1000)
    .nullish(),
  note: z.string().max(4_000_000).nullish(),
  is_deleted: z.boolean().nullish(),
});
type Activity = z.infer<typeof activity>;
const oneActivity = oneOf(activity);
const activities = pageOf(activity);

const path = `${api2}/activities`;
/** Letters of a note, less its key. */
const longestNote = 60_000;
/** Pages that are read for a key. With more of them nobody knows, and it is looked up again later. */
const mostPages = 60;
/** The company's clock and ours may be so far apart. */
const clockMs = 2 * 60 * 60_000;
/** Entries of the ledger are given up after a week. */
const oldestTaskMs = 8 * 24 * 60 * 60_000;

/**
 * Calls and tasks as activities. The activity of a call is the record: it has the text, and can be changed. A call log, made
 * from it right afterwards, adds how the call ended, and cannot be changed.
 */
export function pipedriveActivities(client: PipedriveClient, company: Company) {
  const writtenOf = (id: number, entities: readonly EntityRef[]): Written => ({
    id: String(id),
    url: pageOfActivity(company, entities),
  });
  return {
    async write({ entities }: Unit, call: CallRecord, key: string, signal: AbortSignal): Promise<Written> {
      const { id, owner } = await post(client, callFields(call, key, entities), ownerOf(call.ownerId), signal);
      await logCall(client, id, call, owner, signal);
      return writtenOf(id, entities);
    },
    async find({ entities }: Unit, call: CallRecord, key: string, signal: AbortSignal): Promise<Written | null> {
      // Without a filter by person or deal: those may have been merged, or chosen again.
      const id = await withKey(client, key, new Date(call.startedAt.getTime() - clockMs), signal);
      if (id === null) return null;
      await logCall(client, id, call, ownerOf(call.ownerId), signal);
      return writtenOf(id, entities);
    },
    async change(
      { id }: Written,
      { entities, removed = [] }: Unit,
      call: CallRecord,
      key: string,
      signal: AbortSignal,
    ): Promise<Written | 'gone'> {
      const there = await read(client, id, signal);
      if (there === 'gone') return 'gone';
      const links = changedLinks(there, linksOf(entities), linksOf(removed));
      const body = { subject: subjectOf(call.title), note: noteOf(call.html, key), ...links };
      try {
        const answer = await client.ask({ method: 'PATCH', path: `${path}/${there.id}`, body }, oneActivity, signal);
        return writtenOf(answer.body.data.id, entities);
      } catch (error) {
        if (isOf(error, 'not_found')) return 'gone';
        throw error;
      }
    },
    async remove({ id }: Written, signal: AbortSignal): Promise<void> {
      if (isNumericId(id)) await client.send({ method: 'DELETE', path: `${path}/${id}` }, signal).catch(unlessGone);
    },
    async createTask(task: TaskRecord, key: string, signal: AbortSignal): Promise<Written> {
      const { id } = await post(client, taskFields(task, key), ownerOf(task.ownerId), signal);
      return writtenOf(id, task.entities);
    },
    async findTask({ entities }: TaskRecord, key: string, signal: AbortSignal): Promise<Written | null> {
      const id = await withKey(client, key, new Date(Date.now() - oldestTaskMs), signal);
      return id === null ? null : writtenOf(id, entities);
    },
  };
}

/** Makes an activity, in the name of its owner where that is allowed; gives in whose name. */
async function post(
  client: PipedriveClient,
  body: object,
  owner: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly id: number; readonly owner: number | undefined }> {
  const send = async (wanted: object): Promise<number> => {
    const { body: answer } = await client.ask({ method: 'POST', path, body: wanted }, oneActivity, signal);
    return answer.data.id;
  };
  if (owner === undefined) return { id: await send(body), owner };
  try {
    return { id: await send({ ...body, owner_id: owner }), owner };
  } catch (error) {
    // Not everybody may write in the name of others, and some have left; the text names who had the call.
    if (!isOf(error, 'forbidden', 'invalid')) throw error;
    return { id: await send(body), owner: undefined };
  }
}

async function read(client: PipedriveClient, id: string, signal: AbortSignal): Promise<Activity | 'gone'> {
  if (!isNumericId(id)) return 'gone';
  try {
    const { body } = await client.ask({ method: 'GET', path: `${path}/${id}` }, oneActivity, signal);
    return body.data.is_deleted ? 'gone' : body.data;
  } catch (error) {
    if (isOf(error, 'not_found')) return 'gone';
    throw error;
  }
}

/** The activity that was changed since then and whose note has the key; null where there is none. */
async function withKey(client: PipedriveClient, key: string, since: Date, signal: AbortSignal): Promise<number | null> {
  const pages = pageReader(client);
  const query = { updated_since: withoutFractions(since), sort_by: 'id', sort_direction: 'desc' };
  let cursor: string | null = null;
  for (let read = 0; read < mostPages; read += 1) {
    const { body }: Answered<z.infer<typeof activities>> = await pages({ path, query, cursor }, activities, signal);
    const found = (body.data ?? []).find(({ note, is_deleted }) => !is_deleted && note?.includes(key));
    if (found) return found.id;
    const next: string | null = body.additional_data?.next_cursor ?? null;
    if (next === null) return null;
    if (next === cursor) break;
    cursor = next;
  }
  throw new IntegrationError('failed', 'Pipedrive has too many activities to look through', {
    translationKey: 'failed',
  });
}

/** Activities have no page of their own; they are shown with the deal, lead, person or company. */
function pageOfActivity(company: Company, entities: readonly EntityRef[]): string | null {
  const shownAt = (['deals', 'leads', 'contacts', 'companies'] as const).flatMap(
    (type) => entities.find((one) => one.type === type) ?? [],
  )[0];
  return shownAt ? urlOf(company, shownAt) : null;
}

function callFields(call: CallRecord, key: string, entities: readonly EntityRef[]) {
  const [due_date = '', time = ''] = call.startedAt.toISOString().split('T');
  return {
    subject: subjectOf(call.title),
    type: 'call',
    done: true,
    due_date,
    due_time: time.slice(0, 5),
    note: noteOf(call.html, key),
    ...withoutNulls(linksOf(entities)),
  };
}

const taskFields = (task: TaskRecord, key: string) => ({
  subject: subjectOf(task.title),
  type: task.typeId,
  done: false,
  note: noteOf(task.html, key),
  ...dueOf(task.due),
  ...withoutNulls(linksOf(task.entities)),
});

/** What an activity belongs to: all persons, one of each other kind, and no lead where there is a deal. */
function linksOf(entities: readonly EntityRef[]) {
  const wrong = entities.find((one) => !isIdOf(one));
  if (wrong)
    throw new IntegrationError('invalid', `Pipedrive has no ${wrong.type} ${wrong.id}`, { provablyNotTaken: true });
  const idsOf = (type: EntityRef['type']) => entities.filter((one) => one.type === type).map(({ id }) => id);
  const numberOf = (type: EntityRef['type']) => Number(idsOf(type)[0] ?? 0) || null;
  const deal_id = numberOf('deals');
  return {
    participants: idsOf('contacts').map((id, at) => ({ person_id: Number(id), primary: at === 0 })),
    org_id: numberOf('companies'),
    deal_id,
    lead_id: deal_id === null ? (idsOf('leads')[0] ?? null) : null,
  };
}

type Links = ReturnType<typeof linksOf>;

/** What an activity belongs to after a change: what users of Pipedrive have linked it to besides stays. */
function changedLinks(there: Activity, wanted: Links, removed: Links): Links {
  const gone = new Set(removed.participants.map(({ person_id }) => person_id));
  const own = (there.participants ?? []).flatMap(({ person_id, primary }) =>
    typeof person_id === 'number' && !gone.has(person_id) ? [{ person_id, primary: primary === true }] : [],
  );
  const known = new Set(own.map(({ person_id }) => person_id));
  const all = [...own, ...wanted.participants.filter(({ person_id }) => !known.has(person_id))];
  const first = Math.max(
    all.findIndex(({ primary }) => primary),
    0,
  );
  const kept = <T>(now: T | null | undefined, next: T | null, away: T | null): T | null =>
    next ?? (now === away ? null : (now ?? null));
  const deal_id = wanted.lead_id === null ? kept(there.deal_id, wanted.deal_id, removed.deal_id) : null;
  return {
    participants: all.map(({ person_id }, at) => ({ person_id, primary: at === first })),
    org_id: kept(there.org_id, wanted.org_id, removed.org_id),
    deal_id,
    lead_id: deal_id === null ? kept(there.lead_id, wanted.lead_id, removed.lead_id) : null,
  };
}

const withoutNulls = (links: Links) =>
  Object.fromEntries(
    Object.entries(links).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/** The text with its key, without which it could not be found again. */
function noteOf(html: string, key: string): string {
  const note = logHtml(html, longestNote);
  return note.includes(key) ? note : `${note}<p>${key}</p>`;
}

/** When a task is due, as Pipedrive has it: in UTC, and only the day where no time was given. */
function dueOf(due: TaskRecord['due']) {
  if (due.time === null) return { due_date: due.day };
  try {
    const [due_date = '', time = ''] = dueInstant(due).toISOString().split('T');
    return { due_date, due_time: time.slice(0, 5) };
  } catch (cause) {
    throw new IntegrationError('invalid', 'Pipedrive knows no such time', { cause, provablyNotTaken: true });
  }
}

const ownerOf = (given: string | null): number | undefined =>
  given !== null && isNumericId(given) ? Number(given) : undefined;

const withoutFractions = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');
