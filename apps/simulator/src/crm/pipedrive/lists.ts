import { filtersOf, type ListQuery, leadsQuery, listQuery } from './bodies.ts';
import type { Company } from './company.ts';
import type { Kind, Stored } from './records.ts';
import { answered, invalid, problem, type Reply } from './replies.ts';

/** A record as version 2 answers it. */
export const shown = ({ id, kind, values, addTime, updateTime, isDeleted }: Stored) => ({
  ...empty[kind],
  ...values,
  ...(kind === 'activities' ? { person_id: primaryOf(values) } : {}),
  id,
  add_time: addTime,
  update_time: updateTime,
  is_deleted: isDeleted,
});

const empty: Readonly<Record<Kind, object>> = {
  persons: { name: '', first_name: null, last_name: null, owner_id: 1, org_id: null, emails: [], phones: [] },
  organizations: { name: '', owner_id: 1 },
  deals: { title: '', owner_id: 1, person_id: null, org_id: null, status: 'open' },
  leads: { title: '', owner_id: 1, person_id: null, organization_id: null, is_archived: false },
  activities: {
    subject: '',
    type: 'call',
    owner_id: 1,
    deal_id: null,
    lead_id: null,
    org_id: null,
    done: false,
    due_date: null,
    due_time: null,
    note: null,
    participants: [],
  },
};

/** The person of an activity is who takes part first. */
function primaryOf(values: Stored['values']): number | null {
  const all = (values['participants'] ?? []) as readonly { person_id: number; primary: boolean }[];
  return all.find(({ primary }) => primary)?.person_id ?? null;
}

/** A page of a list of version 2. Cursors are good for the list that they come from, until they expire. */
export function list(company: Company, kind: Kind, given: URLSearchParams, cursorKey: string): Reply {
  const read = listQuery.safeParse(Object.fromEntries(given));
  if (!read.success) return invalid(read.error);
  const query = read.data;
  const known = filtersOf[kind] ?? [];
  const common = ['ids', 'updated_since', 'updated_until', 'sort_by', 'sort_direction', 'limit', 'cursor'];
  const unknown = [...given.keys()].find((name) => ![...known, ...common].includes(name));
  if (unknown !== undefined) return problem(400, `Validation failed: ${unknown}: unknown parameter`);
  const from = query.cursor === undefined ? null : afterOf(query.cursor, cursorKey);
  if (from === undefined) return problem(400, 'Invalid cursor');
  const order = orderOf(query);
  const all = company.records
    .of(kind)
    .filter((one) => !one.isDeleted && !company.hidden.has(String(one.id)) && fits(one, query))
    .sort((one, other) => compare(order(one), order(other), query.sort_direction === 'desc'))
    .filter((one) => from === null || compare(order(one), from, query.sort_direction === 'desc') > 0);
  const page = all.slice(0, query.limit);
  const last = page.at(-1);
  const next = last !== undefined && all.length > query.limit ? cursorOf(order(last), cursorKey) : null;
  return answered(page.map(shown), { additional_data: { next_cursor: next } });
}

/** The list of leads, which is of version 1 and without archived ones. */
export function listLeads({ records, hidden }: Company, given: URLSearchParams): Reply {
  const read = leadsQuery.safeParse(Object.fromEntries(given));
  if (!read.success) return invalid(read.error);
  const { person_id, organization_id, start, limit } = read.data;
  const all = records
    .of('leads')
    .filter(({ id, isDeleted, values }) => !isDeleted && !hidden.has(String(id)) && values['is_archived'] !== true)
    .filter(({ values }) => isSame(values['person_id'], person_id))
    .filter(({ values }) => isSame(values['organization_id'], organization_id));
  const more = all.length > start + limit;
  const pagination = { start, limit, more_items_in_collection: more, ...(more ? { next_start: start + limit } : {}) };
  return answered(all.slice(start, start + limit).map(shown), { additional_data: { pagination } });
}

type Place = readonly [string, number];

const orderOf =
  ({ sort_by }: ListQuery) =>
  (one: Stored): Place => [
    sort_by === 'id' ? '' : sort_by === 'add_time' ? one.addTime : one.updateTime,
    Number(one.id),
  ];

const compare = (one: Place, other: Place, isDown: boolean): number =>
  (isDown ? -1 : 1) * (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : one[1] - other[1]);

const cursorOf = (place: Place, cursorKey: string): string =>
  Buffer.from(JSON.stringify([cursorKey, ...place])).toString('base64url');

/** Undefined for one that is none, or no longer. */
function afterOf(cursor: string, cursorKey: string): Place | undefined {
  try {
    const [key, word, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string, number];
    return key === cursorKey ? [word, id] : undefined;
  } catch {
    return undefined;
  }
}

const isSame = (value: unknown, wanted: string | undefined): boolean =>
  wanted === undefined || String(value) === wanted;

function fits(one: Stored, query: ListQuery): boolean {
  const { values, updateTime } = one;
  const person = one.kind === 'activities' ? primaryOf(values) : values['person_id'];
  return (
    (query.ids === undefined || query.ids.split(',').includes(String(one.id))) &&
    (query.updated_since === undefined || Date.parse(updateTime) >= Date.parse(query.updated_since)) &&
    (query.updated_until === undefined || Date.parse(updateTime) < Date.parse(query.updated_until)) &&
    isSame(person, query.person_id) &&
    isSame(values['org_id'], query.org_id) &&
    isSame(values['deal_id'], query.deal_id) &&
    isSame(values['lead_id'], query.lead_id) &&
    isSame(values['owner_id'] ?? 1, query.owner_id) &&
    isSame(values['status'] ?? 'open', query.status) &&
    isSame(values['done'] ?? false, query.done)
  );
}
