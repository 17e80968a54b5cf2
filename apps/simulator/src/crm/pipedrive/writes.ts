import { randomUUID } from 'node:crypto';
import { callLog, changed, made, type WritableKind } from './bodies.ts';
import type { Company } from './company.ts';
import { shown } from './lists.ts';
import type { Kind, Stored } from './records.ts';
import { answered, invalid, notThere, problem, type Reply } from './replies.ts';

/** Makes a record of version 2. */
export function create(company: Company, kind: WritableKind, body: unknown): Reply {
  const refused = readOnlyPerson(kind, body);
  if (refused) return refused;
  const read = made[kind].safeParse(body);
  if (!read.success) return invalid(read.error);
  return unlessRefused(company, read.data) ?? answered(shown(company.records.add(kind, read.data)), {}, 201);
}

/** Changes the fields that are given, and no others. */
export function change(company: Company, kind: WritableKind, id: string, body: unknown): Reply {
  const stored = company.records.find(kind, id);
  if (!stored) return notThere;
  const refused = readOnlyPerson(kind, body);
  if (refused) return refused;
  const read = changed[kind].safeParse(body);
  if (!read.success) return invalid(read.error);
  const wrong = unlessRefused(company, read.data);
  if (wrong) return wrong;
  company.records.change(stored, read.data);
  return answered(shown(stored));
}

export function remove({ records }: Company, kind: Kind, id: string): Reply {
  const stored = records.find(kind, id);
  if (!stored) return notThere;
  records.remove(stored);
  return answered({ id: stored.id });
}

function readOnlyPerson(kind: WritableKind, body: unknown): Reply | null {
  const isWrong = kind === 'activities' && typeof body === 'object' && body !== null && 'person_id' in body;
  return isWrong
    ? problem(
        400,
        '\'person_id\' is a read-only field. Add a primary participant to set \'person_id\' instead. For example: "participants": [{ "person_id": 1, "primary": true }]',
      )
    : null;
}

interface Written {
  readonly type?: string | undefined;
  readonly owner_id?: number | undefined;
  readonly org_id?: number | null | undefined;
  readonly deal_id?: number | null | undefined;
  readonly lead_id?: string | null | undefined;
  readonly participants?: readonly { readonly person_id: number; readonly primary: boolean }[] | undefined;
}

/** What a record names has to be there, and nobody but administrators writes for others. */
function unlessRefused({ records, users, types, mayWriteForOthers }: Company, body: object): Reply | null {
  const { type, owner_id, org_id, deal_id, lead_id, participants = [] }: Written = body;
  if (type !== undefined && !types.some(({ key, isActive }) => key === type && isActive))
    return problem(400, `Activity type ${type} does not exist`);
  if (owner_id !== undefined && !users.some(({ id, isActive }) => id === owner_id && isActive))
    return problem(400, `User ${owner_id} does not exist`);
  if (owner_id !== undefined && owner_id !== users[0]?.id && !mayWriteForOthers)
    return problem(403, 'You do not have permissions to assign this to other users', 'ERR_FORBIDDEN');
  const named: readonly (readonly [Kind, number | string | null | undefined])[] = [
    ['organizations', org_id],
    ['deals', deal_id],
    ['leads', lead_id],
    ...participants.map(({ person_id }) => ['persons', person_id] as const),
  ];
  const missing = named.find(([kind, id]) => id !== null && id !== undefined && !records.find(kind, id));
  if (missing) return problem(400, `Validation failed: ${missing[0]} ${missing[1]} does not exist`);
  return participants.length > 0 && participants.filter(({ primary }) => primary).length !== 1
    ? problem(400, 'Validation failed: participants: exactly one is primary')
    : null;
}

/** Turns an activity into a call log, once. */
export function logCall(company: Company, body: unknown): Reply {
  const { records, users, mayWriteForOthers, hasCallLogs } = company;
  if (!hasCallLogs) return v1Problem(403, 'Your plan has no call logs');
  const read = callLog.safeParse(body);
  if (!read.success) return v1Problem(400, read.error.issues[0]?.message ?? '');
  const { activity_id, deal_id, lead_id, user_id } = read.data;
  if (deal_id !== undefined && lead_id !== undefined) return v1Problem(400, 'Either a deal or a lead, not both');
  if (user_id !== undefined && user_id !== users[0]?.id && !mayWriteForOthers)
    return v1Problem(403, 'You cannot create call logs for other users');
  if (activity_id === undefined) return v1Problem(400, 'This simulator logs calls of activities only');
  const activity: Stored | null = records.find('activities', activity_id);
  if (!activity) return v1Problem(404, 'The activity was not found');
  if (activity.values['type'] !== 'call') return v1Problem(400, 'The activity is no call');
  if ([...records.callLogs.values()].some((one) => one.activityId === activity_id))
    return v1Problem(409, 'The activity has a call log already');
  const id = randomUUID().replaceAll('-', '');
  records.callLogs.set(id, { id, activityId: activity_id, values: read.data });
  return answered({ ...read.data, id, has_recording: false, company_id: 77 });
}

const v1Problem = (status: number, error: string): Reply => ({
  status,
  body: { success: false, error, error_info: 'See the documentation', data: null, additional_data: null },
});
