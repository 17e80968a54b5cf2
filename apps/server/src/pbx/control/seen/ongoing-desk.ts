import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { OngoingBoard, OngoingRow } from '../../ongoing-board.ts';
import type { ExchangeClock, SeenSince } from '../../ports.ts';
import type { OngoingView } from './ongoing-rows.ts';

/** Keeps the rows of live calls that users see up to date. */
export interface OngoingDesk {
  /** What is to be seen of a call now; users who no longer stand here have left it. */
  show(callId: string, views: readonly OngoingView[]): void;
  /** Since when this is to be seen; nothing is shown by it. */
  sinceWhen(callId: string, views: readonly OngoingView[]): SeenSince[];
  /** A call of an earlier life that goes on. */
  takeUp(callId: string, seen: readonly SeenSince[]): void;
  /** This user's call was handed over: their last row says to whom. */
  handedOver(id: string, to: { readonly number: string | null; readonly name: string | null }): void;
}

/** An ended row stays this long, so that a client that was away for a moment sees how the call ended. */
const shownAfterEndMs = 10_000;
/** Rows whose time is over are removed together, this long apart at the least. */
const sweepMs = 2000;

interface OngoingParts {
  readonly board: Pick<OngoingBoard, 'show' | 'forget'>;
  readonly clock: ExchangeClock;
}

export function ongoingDesk({ board, clock }: OngoingParts): OngoingDesk {
  const rows = rowsByCall();
  const answers = answerTimes(clock);
  /** Of calls of an earlier life, by their ids, until they are shown. */
  const earlier = new Map<string, readonly SeenSince[]>();

  const over = endedRows(clock, (id) => {
    rows.forget(id);
    board.forget(id);
  });

  const put = (row: OngoingRow): void => {
    const before = rows.get(row.id);
    if (before && JSON.stringify(before) === JSON.stringify(row)) return;
    over.goesOn(row.id);
    rows.keep(row);
    board.show(row);
  };

  function end(row: OngoingRow, transferredTo: OngoingCall['transferredTo'] = row.body.transferredTo): void {
    const ended = { ...row.body, state: 'ended' as const, onHold: false, transfer: null, transferredTo };
    answers.keep(row);
    put({ ...row, body: ended, endedAt: clock.now() });
    over.ended(row.id);
  }

  const rowsOf = (callId: string, views: readonly OngoingView[]): OngoingRow[] => {
    const now = clock.now().toISOString();
    return views.map((view) => {
      const before = rows.get(view.id);
      const lives = before && before.endedAt === null ? before.body : undefined;
      const since = lives ?? earlier.get(callId)?.find(({ id }) => id === view.id);
      return rowOf(callId, view, since, answers.of(view.id), now);
    });
  };
  return {
    show(callId, views) {
      for (const row of rowsOf(callId, views)) put(row);
      earlier.delete(callId);
      for (const row of rows.ofCall(callId)) {
        if (row.endedAt === null && !views.some(({ id }) => id === row.id)) end(row);
      }
    },
    sinceWhen: (callId, views) =>
      rowsOf(callId, views).map(({ id, body: { startedAt, establishedAt, transfer } }) => ({
        id,
        startedAt,
        establishedAt,
        transfer: transfer && { id: transfer.id, establishedAt: transfer.establishedAt },
      })),
    takeUp(callId, seen) {
      earlier.set(callId, seen);
    },
    handedOver(id, to) {
      const row = rows.get(id);
      if (row) end(row, { ...to, failed: false });
    },
  };
}

/** Rows by their ids, and those of each call. */
function rowsByCall() {
  const rows = new Map<string, OngoingRow>();
  const idsOf = new Map<string, Set<string>>();
  const forget = (id: string): void => {
    const callId = rows.get(id)?.callId;
    rows.delete(id);
    if (callId === undefined) return;
    const ids = idsOf.get(callId);
    ids?.delete(id);
    if (ids?.size === 0) idsOf.delete(callId);
  };
  return {
    get: (id: string) => rows.get(id),
    ofCall: (callId: string) => [...(idsOf.get(callId) ?? [])].flatMap((id) => rows.get(id) ?? []),
    keep(row: OngoingRow): void {
      forget(row.id);
      rows.set(row.id, row);
      idsOf.set(row.callId, (idsOf.get(row.callId) ?? new Set()).add(row.id));
    },
    forget,
  };
}

/** Rows of calls that are over; `isGone` is called once each was shown for long enough. */
function endedRows(clock: ExchangeClock, isGone: (id: string) => void) {
  /** When each ended, in ms since 1970, the one that ended first in front. */
  const ends = new Map<string, number>();
  let sweeps = false;
  const sweepIn = (ms: number): void => {
    sweeps = true;
    clock.after(ms, () => {
      const before = clock.now().getTime() - shownAfterEndMs;
      for (const [id, endedAt] of ends) {
        if (endedAt > before) break;
        ends.delete(id);
        isGone(id);
      }
      sweeps = false;
      const [next] = ends.values();
      if (next !== undefined) sweepIn(Math.max(next - before, sweepMs));
    });
  };
  return {
    ended(id: string): void {
      ends.delete(id);
      ends.set(id, clock.now().getTime());
      if (!sweeps) sweepIn(shownAfterEndMs);
    },
    /** Somebody has the same call again. */
    goesOn: (id: string) => ends.delete(id),
  };
}

/** A row with the times that only the clock knows. `lives`: those while it lived; `answered`: as a second line. */
function rowOf(
  callId: string,
  { id, userId, body }: OngoingView,
  lives: Omit<SeenSince, 'id'> | undefined,
  answered: string | null,
  now: string,
): OngoingRow {
  const isTalking = body.state === 'talking';
  return {
    id,
    userId,
    callId,
    endedAt: null,
    body: {
      ...body,
      startedAt: lives?.startedAt ?? now,
      establishedAt: lives?.establishedAt ?? (isTalking ? (answered ?? now) : null),
      transfer: body.transfer && answeredAt(body.transfer, lives?.transfer ?? null, now),
    },
  };
}

/** A transfer with the time of its answer, which is the first moment that its second line talks. */
function answeredAt(
  transfer: NonNullable<OngoingView['body']['transfer']>,
  before: SeenSince['transfer'],
  now: string,
): OngoingTransfer {
  const known = before?.id === transfer.id ? before.establishedAt : null;
  return { ...transfer, establishedAt: known ?? (transfer.state === 'talking' ? now : null) };
}

/** When second lines were answered whose INITIAL is over, by the row that they may have from then on. */
function answerTimes(clock: ExchangeClock) {
  const times = new Map<string, string>();
  return {
    keep({ userId, body: { transfer } }: OngoingRow): void {
      if (!transfer?.establishedAt) return;
      const id = `${transfer.sessionId}:${userId}`;
      times.set(id, transfer.establishedAt);
      clock.after(shownAfterEndMs, () => times.delete(id));
    },
    of: (id: string): string | null => times.get(id) ?? null,
  };
}
