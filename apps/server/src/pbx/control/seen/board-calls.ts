import type { Call } from '../../calls/call.ts';
import { winnerOf } from '../../calls/turn.ts';
import type { EventOpened, ExchangeClock } from '../../ports.ts';
import type { QueueBoard, QueuedCall } from '../../queue-board.ts';
import type { Follower } from '../followers.ts';
import { planIn } from '../queue/callers-in-queue.ts';

/** What a call is in a channel, without the time since when. */
type Standing = Pick<QueuedCall, 'state' | 'userIds'> & {
  readonly event: EventOpened;
  /** Where the queue knows it better than the board: when the caller came, and their rank. */
  readonly place: { readonly since: number; readonly rank: number } | null;
  readonly skills: QueuedCall['skills'];
};

/** Shows the board of each queue who waits there, and who talks to whom. */
export function boardCalls(board: Pick<QueueBoard, 'show'>, clock: ExchangeClock): Follower {
  /** Since when a call is what it is, and in which channel. */
  const since = new Map<string, { readonly as: string; readonly at: number }>();

  const show = (call: Call, from = clock.now().getTime()): void => {
    // What comes next is being asked for: until then nothing is different.
    if (call.state === 'choosing' && since.has(call.callId)) return;
    const standing = standingOf(call);
    if (!standing) {
      since.delete(call.callId);
      board.show(call.callId, null);
      return;
    }
    const { event, state, userIds, place, skills } = standing;
    const as = `${state} ${event.channelId} ${state === 'talking' ? userIds.join() : ''}`;
    const known = since.get(call.callId);
    const at = known?.as === as ? known.at : from;
    since.set(call.callId, { as, at });
    board.show(call.callId, {
      callId: call.callId,
      accountId: event.accountId,
      channelId: event.channelId,
      docId: event.docId,
      number: event.remotePhoneNumber,
      name: event.remoteName,
      calledNumber: event.onPhoneNumber,
      state,
      userIds,
      since: place?.since ?? at,
      rank: place?.rank ?? at,
      skills,
    });
  };
  return {
    changed: ({ call }) => show(call),
    takeUp({ running, seen }) {
      const answered = seen.flatMap(({ establishedAt }) => (establishedAt === null ? [] : [Date.parse(establishedAt)]));
      show(running.call, answered.length > 0 ? Math.max(...answered) : undefined);
    },
  };
}

/** Null for a call that is in no channel now, or that a menu, a call assistant or a voicemail has. */
function standingOf(call: Call): Standing | null {
  const event = call.events.findLast(({ direction }) => direction === 'INCOMING');
  if (!event || call.state === 'over') return null;
  const winner = winnerOf(call);
  if (winner) {
    if (winner.userId === null || winner.event?.direction !== 'INCOMING') return null;
    return { event: winner.event, state: 'talking', userIds: [winner.userId], place: null, skills: [] };
  }
  const { place = null, skills = [] } = planIn(call, event.channelId) ?? {};
  const rings = call.state === 'ringing' ? call.rings : [];
  const userIds = rings.filter(
    (id) => !call.forks.some(({ userId, outcome }) => userId === id && outcome === 'declined'),
  );
  return place || rings.length > 0 ? { event, state: 'waiting', userIds, place, skills } : null;
}
