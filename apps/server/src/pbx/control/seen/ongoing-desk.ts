import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Logger } from 'pino';
import type { CallBook, ExchangeClock, OngoingRow } from '../../ports.ts';
import { writeBehind } from '../../write-behind.ts';
import type { OngoingView } from './ongoing-rows.ts';

/** Keeps the rows of live calls that users see, in the book and up to date. It never delays a call. */
export interface OngoingDesk {
  /** What is to be seen of a call now; users who no longer stand here have left it. */
  show(callId: string, views: readonly OngoingView[]): void;
  /** Rows of an earlier life whose calls go on. */
  takeUp(rows: readonly OngoingRow[]): void;
  /** This user's call was handed over: their last row says to whom. */
  handedOver(id: string, to: { readonly number: string | null; readonly name: string | null }): void;
}

/** An ended row stays this long, so that a client that was away for a moment sees how the call ended. */
const shownAfterEndMs = 10_000;
/** Rows whose time is over are removed together, this long apart at the least. */
const sweepMs = 2000;

interface OngoingParts {
  readonly book: CallBook;
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

export function ongoingDesk({ book, clock, log }: OngoingParts): OngoingDesk {
  const rows = rowsByCall();
  const answers = answerTimes(clock);
  const writer = writeBehind<OngoingRow>({
    clock,
    log,
    what: 'live calls',
    gatherMs: book.ongoingApartMs,
    write: (changed) => book.ongoing(changed),
    erase: (ids) => book.forgetOngoing(ids),
  });

  const over = endedRows(clock, (id) => {
    rows.forget(id);
    writer.forget(id);
  });

  const put = (row: OngoingRow): void => {
    const before = rows.get(row.id);
    if (before && JSON.stringify(before) === JSON.stringify(row)) return;
    over.goesOn(row.id);
    rows.keep(row);
    writer.put(row.id, row);
  };

  function end(row: OngoingRow, transferredTo: OngoingCall['transferredTo'] = row.body.transferredTo): void {
    const ended = { ...row.body, state: 'ended' as const, onHold: false, transfer: null, transferredTo };
    answers.keep(row);
    put({ ...row, body: ended, endedAt: clock.now() });
    over.ended(row.id);
  }

  return {
    show(callId, views) {
      const now = clock.now().toISOString();
      for (const view of views) {
        const before = rows.get(view.id);
        const lives = before && before.endedAt === null ? before.body : undefined;
        put(rowOf(callId, view, lives, answers.of(view.id), now));
      }
      for (const row of rows.ofCall(callId)) {
        if (row.endedAt === null && !views.some(({ id }) => id === row.id)) end(row);
      }
    },
    takeUp(before) {
      for (const row of before) rows.keep(row);
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

/** A row with the times that only the clock knows. `lives`: as it was while it lived; `answered`: as a second line. */
function rowOf(
  callId: string,
  { id, userId, body }: OngoingView,
  lives: OngoingCall | undefined,
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
  before: OngoingTransfer | null,
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
