import type { InsertObject, RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { preparedByShape, type SlotOf } from '../../storage/prepared.ts';
import type { Schema } from '../../storage/schema.ts';
import { leaseEnd } from '../event-ends.ts';
import type { OpenedCall, OpenedEvent, OpenedLeg } from '../opened-call.ts';

/** Writes a call with its legs and events, in one statement. */
export async function open(db: Database, owner: { node: string; epoch: number }, call: OpenedCall): Promise<void> {
  const { callId, accountId, sessionId, at } = call;
  const begun = {
    id: callId,
    account_id: accountId,
    session_id: sessionId,
    node: owner.node,
    epoch: owner.epoch,
    started_at: at,
  };
  const legs = call.legs.map((leg) => legRow(callId, leg, at));
  // A call that goes back to who handed it over opens no event: theirs continues.
  const events = call.events.map((event) => eventRow(callId, sessionId, event, at));
  const shape = { legs: legs.length, events: legs.length === 0 ? 0 : events.length };
  await opening(db, shape, valuesOf(begun, legs, events.slice(0, shape.events)));
}

interface Shape {
  readonly legs: number;
  readonly events: number;
}

/** Each value by its place: the table, the number of the row and the column. */
const valuesOf = (call: object, legs: readonly object[], events: readonly object[]): Record<string, unknown> =>
  Object.fromEntries(
    [['call', [call]] as const, ['legs', legs] as const, ['events', events] as const].flatMap(([table, rows]) =>
      rows.flatMap((row, at) => Object.entries(row).map(([column, value]) => [`${table} ${at} ${column}`, value])),
    ),
  );

type Slot = SlotOf<Record<string, unknown>>;

/** Rows of such columns, each value of which is a slot. */
const slotsOf = <Row>(slot: Slot, table: string, count: number, columns: readonly string[]): Row[] =>
  Array.from(
    { length: count },
    (_, at) =>
      Object.fromEntries(
        columns.map((column): [string, RawBuilder<unknown>] => [column, slot(`${table} ${at} ${column}`)]),
      ) as Row,
  );

const opening = preparedByShape<Shape, Record<string, unknown>, unknown>(
  ({ legs, events }) => `${legs} ${events}`,
  (db, slot, { legs, events }) => {
    const [begun] = slotsOf<InsertObject<Schema, 'calls'>>(slot, 'call', 1, callColumns);
    const call = { ...begun, lease_until: leaseEnd } as InsertObject<Schema, 'calls'>;
    const legRows = slotsOf<InsertObject<Schema, 'legs'>>(slot, 'legs', legs, legColumns);
    const eventRows = slotsOf<InsertObject<Schema, 'inbox_events'>>(slot, 'events', events, eventColumns);
    if (legs === 0) return db.insertInto('calls').values(call);
    const withCall = db.with('call', (cte) => cte.insertInto('calls').values(call));
    if (events === 0) return withCall.insertInto('legs').values(legRows);
    return withCall
      .with('all_legs', (cte) => cte.insertInto('legs').values(legRows))
      .insertInto('inbox_events')
      .values(eventRows);
  },
);

const callColumns = ['id', 'account_id', 'session_id', 'node', 'epoch', 'started_at'];

const legColumns = Object.keys({
  id: true,
  call_id: true,
  sip_call_id: true,
  user_id: true,
  endpoint_id: true,
  channel_id: true,
  role: true,
  media_endpoint_id: true,
  mobile: true,
  started_at: true,
} satisfies Record<keyof ReturnType<typeof legRow>, true>);

const eventColumns = Object.keys({
  id: true,
  account_id: true,
  channel_id: true,
  call_id: true,
  session_id: true,
  owner: true,
  unresolved: true,
  direction: true,
  state: true,
  on_phone_number: true,
  remote_phone_number: true,
  remote_user_id: true,
  remote_name: true,
  original_channel_id: true,
  menu_path: true,
  phone_id: true,
  started_at: true,
} satisfies Record<keyof ReturnType<typeof eventRow>, true>);

export const legRow = (callId: string, leg: OpenedLeg, at: Date) => ({
  id: leg.legId,
  call_id: callId,
  sip_call_id: leg.sipCallId,
  user_id: leg.userId,
  endpoint_id: leg.endpointId,
  channel_id: leg.channelId,
  role: leg.role,
  media_endpoint_id: leg.mediaEndpointId,
  mobile: leg.mobile ?? null,
  started_at: at,
});

export const eventRow = (callId: string, sessionId: string, event: OpenedEvent, at: Date) => ({
  id: event.docId,
  account_id: event.accountId,
  channel_id: event.channelId,
  call_id: callId,
  session_id: sessionId,
  owner: event.ownerUserId,
  unresolved: false,
  direction: event.direction,
  state: 'Ringing',
  on_phone_number: event.onPhoneNumber,
  remote_phone_number: event.remotePhoneNumber,
  remote_user_id: event.remoteUserId,
  remote_name: event.remoteName,
  original_channel_id: event.originalChannelId ?? (event.direction === 'INCOMING' ? event.channelId : null),
  menu_path: event.menuPath ?? null,
  phone_id: event.phoneId ?? null,
  started_at: at,
});
