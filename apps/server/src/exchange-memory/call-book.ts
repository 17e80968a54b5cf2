import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { endCall, endCalls, lastSignOfLife } from './book/end-calls.ts';
import { eventRow, legRow, open } from './book/open-call.ts';
import { type AnsweredBy, writeAnswer } from './book/write-answer.ts';
import { eventEnds, reopened } from './event-ends.ts';
import { handOver } from './hand-over.ts';
import { closeHanging } from './hanging-events.ts';
import { readLastLife, takeOver, writeSnapshots } from './last-life.ts';
import type {
  EventName,
  FailedDial,
  HandOver,
  OpenedCall,
  OpenedEvent,
  OpenedLeg,
  StagedCall,
  StoredCall,
} from './opened-call.ts';

export { endCalls, lastSignOfLife };

/** The node that writes, as it claimed its name at its start. */
export interface BookKeeper {
  readonly db: Database;
  readonly node: string;
  readonly epoch: number;
}

/**
 * The book of calls in SQL. Every method is one transaction: what kill -9 interrupts is there as a
 * whole or not at all.
 */
export const callBook = (keeper: BookKeeper) => ({
  ...pagesOfCalls(keeper),
  ...endsOfCalls(keeper),
  ...livesOfCalls(keeper),
});

/** How calls begin, ring and are taken. */
function pagesOfCalls({ db, node, epoch }: BookKeeper) {
  return {
    /** Rejects when the session has an event in that channel already. */
    async opened(call: OpenedCall): Promise<void> {
      try {
        await open(db, { node, epoch }, call);
      } catch (error) {
        if (!isCallIdReused(error)) throw error;
        await setAsideCallIds(db, call.legs);
        await open(db, { node, epoch }, call);
      }
    },

    /** Others are rung for an open call; what is written already stays as it is. */
    staged: (callId: string, stage: StagedCall, at: Date) =>
      db.transaction().execute((tx) => writeStage(tx, callId, stage, at)),

    async menuLed({ channelId, docId }: EventName, path: string): Promise<void> {
      await db
        .updateTable('inbox_events')
        .set({ menu_path: path })
        .where('channel_id', '=', channelId)
        .where('id', '=', docId)
        .execute();
    },

    /** This leg took the call; its user owns the event of the called channel from now on. */
    established: (callId: string, answeredBy: AnsweredBy, at: Date, goesOn: StoredCall | null = null) =>
      writeAnswer({ db, node, epoch }, { callId, ...answeredBy, at, goesOn }),

    /** Once for each session: the client notes its failures as well. */
    async failedDial(attempt: FailedDial): Promise<void> {
      const { accountId, channelId, ownerUserId, target, sender, sessionId, code } = attempt;
      await sql`
        insert into failed_dials
          (account_id, channel_id, owner, target_phone_number, sender_phone_number, session_id, code)
        select ${accountId}, ${channelId}, ${ownerUserId}, ${target}, ${sender}, ${sessionId}::text, ${code}
        where not exists
          (select from failed_dials where session_id = ${sessionId}::text and owner = ${ownerUserId})`.execute(db);
    },
  };
}

/** How legs and calls end, and go over to other calls. */
function endsOfCalls({ db, node, epoch }: BookKeeper) {
  return {
    async legEnded(legId: string, reason: TerminationReason, at: Date): Promise<void> {
      await db
        .updateTable('legs')
        .set({ ended_at: at, ended_reason: reason })
        .where('id', '=', legId)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Ends the call with its legs and events. The first end counts; a second one changes nothing. */
    async ended(callId: string, reason: TerminationReason, at: Date): Promise<void> {
      await endCall(db, { callId, reason, at });
    },

    /** See `hand-over.ts`. */
    handedOver: (move: HandOver, at: Date) => handOver(db, move, at),

    closeHanging: (at: Date) => closeHanging(db, at),

    /** Ends what earlier lives of this node left open, in one transaction; gives how many calls. */
    async reap(goingOn: readonly string[] = []): Promise<number> {
      await takeOver({ db, node, epoch }, goingOn);
      const mine = sql<SqlBool>`node = ${node} and epoch < ${epoch}`;
      const open = await db.selectFrom('calls').select('id').where(mine).where('ended_at', 'is', null).execute();
      await endCalls(db, mine, 'TERMINATED', lastSignOfLife);
      // What goes on belongs to this life by now.
      await db.deleteFrom('call_snapshots').where(mine).execute();
      return open.length;
    },
  };
}

/** What is stored of calls that go on. */
function livesOfCalls({ db, node, epoch }: BookKeeper) {
  return {
    snapshots: (calls: readonly StoredCall[]) => writeSnapshots({ db, node, epoch }, calls),

    async forgetSnapshots(callIds: readonly string[]): Promise<void> {
      await db.deleteFrom('call_snapshots').where('call_id', 'in', callIds).execute();
    },

    lastLife: () => readLastLife({ db, node, epoch }),
  };
}

async function writeStage(
  tx: Database,
  callId: string,
  { legs, events, leaves, forwardedTo }: StagedCall,
  at: Date,
): Promise<void> {
  const open = await tx
    .selectFrom('calls')
    .select('session_id')
    .where('id', '=', callId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) return;
  if (legs.length > 0) {
    const rows = legs.map((leg) => legRow(callId, leg, at));
    await tx
      .insertInto('legs')
      .values(rows)
      .onConflict((row) => row.doNothing())
      .execute();
  }
  if (events.length > 0) {
    const rows = events.map((event) => eventRow(callId, open.session_id, event, at));
    await tx
      .insertInto('inbox_events')
      .values(rows)
      // A call that comes back to a channel that it left goes on in its event there.
      .onConflict((row) =>
        row
          .columns(['channel_id', 'id'])
          .doUpdateSet(({ ref }) => ({ ...reopened, owner: ref('excluded.owner') }))
          .whereRef('inbox_events.call_id', '=', 'excluded.call_id')
          .whereRef('inbox_events.direction', '=', 'excluded.direction')
          .where('inbox_events.terminated_at', 'is not', null),
      )
      .execute();
  }
  await (leaves ? leaveChannel(tx, leaves, events[0], at) : noteForwarding(tx, forwardedTo));
}

/** The call goes on in another channel, whose people see to it: here it was missed, and there is nothing to do about it. */
async function leaveChannel(db: Database, left: EventName, to: OpenedEvent | undefined, at: Date): Promise<void> {
  const partner = to && {
    accountId: to.accountId,
    channelId: to.channelId,
    docId: to.docId,
    remotePhoneNumber: to.remotePhoneNumber,
  };
  await db
    .updateTable('inbox_events')
    .set({
      terminated_at: at,
      ...eventEnds('TEMPORARILY_UNAVAILABLE'),
      unresolved: false,
      ...(partner && { transferred_to: JSON.stringify(partner) }),
    })
    .where('channel_id', '=', left.channelId)
    .where('id', '=', left.docId)
    .where('terminated_at', 'is', null)
    .execute();
}

/** The call goes on outside, where nobody keeps an event of it: this one goes on, and names itself as its other half. */
async function noteForwarding(db: Database, to: StagedCall['forwardedTo']): Promise<void> {
  if (!to) return;
  const { channelId, docId } = to.event;
  await db
    .updateTable('inbox_events')
    .set({
      transferred_to: sql<string>`jsonb_build_object(
        'accountId', account_id, 'channelId', channel_id, 'docId', id, 'remotePhoneNumber', ${to.number}::text)`,
    })
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .execute();
}

const isCallIdReused = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'legs_sip_call_id_key';

/** Some devices use a Call-ID again after their restart. Of ended legs nobody asks for it any more. */
async function setAsideCallIds(db: Database, legs: readonly OpenedLeg[]): Promise<void> {
  const callIds = legs.map((leg) => leg.sipCallId);
  await db
    .updateTable('legs')
    .set({ sip_call_id: sql`sip_call_id || ' ' || id` })
    .where('sip_call_id', 'in', callIds)
    .where('ended_at', 'is not', null)
    .execute();
}
