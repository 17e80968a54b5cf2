import { conferenceRoomQueries } from '@sidetone/contract/documents/conference-room-query.ts';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { RoomOrder } from '@sidetone/contract/entities/conference-room.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Asker, type LiveSource, liveSource, topic, unlessSame } from '../../documents/live-source.ts';
import { answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Feature } from '../../requests/feature.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { ownRooms } from './own-rooms.ts';

/** Somebody in a room, as the exchange knows it. */
interface Person {
  readonly id: string;
  readonly userId: string | null;
  readonly number: string | null;
  readonly name: string | null;
  readonly isModerator: boolean;
  readonly isMuted: boolean;
  readonly isWaiting: boolean;
  /** In ms since 1970. */
  readonly since: number;
}

/** Where the exchange keeps who is in which room. */
export interface LiveRooms {
  of(accountId: string): ReadonlyMap<string, { readonly isLocked: boolean; readonly people: readonly Person[] }>;
  onChange(accountId: string, listener: () => void): () => void;
}

interface RoomsDeps {
  readonly db: Database;
  /** Undefined: nobody is in a room. */
  readonly rooms: LiveRooms | undefined;
  /** False where nobody, or not this person, is in it. */
  steerRoom(accountId: string, roomId: string, order: RoomOrder): boolean;
}

/** Conference rooms while people are in them, for their owners and for administrators. */
export const conferenceRoomsFeature = (deps: RoomsDeps): Feature => ({
  sources: [liveRooms(deps)],
  answers: [
    answer(routes.steerConferenceRoom, async ({ caller, address, params: { roomId }, body }) => {
      const { db, steerRoom } = deps;
      const { accountId, userId } = caller;
      const [room] = await ownRooms(db, { ...caller, isOutside: !caller.admin }, roomId);
      if (!room) throw notFound('conference room');
      if (!steerRoom(accountId, roomId, body)) throw notFound('person in this room');
      const { action, detail } = lineOf(body);
      await audit(db, { accountId, actorUserId: userId, address, action, target: roomId, detail });
      return {};
    }),
  ],
});

/** What the audit log says of an order. */
function lineOf(order: RoomOrder): {
  readonly action: AuditAction;
  readonly detail: Readonly<Record<string, unknown>>;
} {
  switch (order.do) {
    case 'mute':
      return { action: 'conferenceRoom.personMuted', detail: { call: order.personId, isMuted: order.isMuted } };
    case 'remove':
      return { action: 'conferenceRoom.personRemoved', detail: { call: order.personId } };
    case 'lock':
      return { action: 'conferenceRoom.locked', detail: { isLocked: order.isLocked } };
    case 'end':
      return { action: 'conferenceRoom.ended', detail: {} };
  }
}

/** From memory, but for the rooms themselves: nobody who comes or goes costs a statement. */
const liveRooms = ({ db, rooms }: RoomsDeps): LiveSource =>
  liveSource<typeof conferenceRoomQueries.liveRooms>({
    query: conferenceRoomQueries.liveRooms,
    authorize: async () => true,
    topics: (asker: Asker) => [
      ...['conference_rooms', 'channels', 'extensions'].map((table) => topic(table, 'account_id', asker.accountId)),
      topic('users', 'id', asker.userId),
    ],
    rows: async (asker) => (await ownRooms(db, asker)).map((room) => ({ ...room, isLocked: false, people: [] })),
    over: {
      watch: ({ accountId }, changed) => ({
        ready: Promise.resolve(),
        stop: rooms?.onChange(accountId, changed) ?? (() => {}),
      }),
      lay: (rows, { accountId }) => {
        const live = rooms?.of(accountId);
        return rows.map((row) => {
          const now = live?.get(row.id);
          const people = (now?.people ?? []).map((each) => ({ ...each, since: new Date(each.since).toISOString() }));
          return unlessSame(row, { ...row, isLocked: now?.isLocked ?? false, people });
        });
      },
    },
  });
