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

interface OngoingParts {
  readonly book: CallBook;
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

export function ongoingDesk({ book, clock, log }: OngoingParts): OngoingDesk {
  const rows = new Map<string, OngoingRow>();
  const answers = answerTimes(clock);
  const writer = writeBehind<OngoingRow>({
    clock,
    log,
    what: 'live calls',
    write: (changed) => book.ongoing(changed),
    erase: (ids) => book.forgetOngoing(ids),
  });

  const put = (row: OngoingRow): void => {
    const before = rows.get(row.id);
    if (before && JSON.stringify(before) === JSON.stringify(row)) return;
    rows.set(row.id, row);
    writer.put(row.id, row);
  };

  function end(row: OngoingRow, transferredTo: OngoingCall['transferredTo'] = row.body.transferredTo): void {
    const ended = { ...row.body, state: 'ended' as const, onHold: false, transfer: null, transferredTo };
    const endedAt = clock.now();
    answers.keep(row);
    put({ ...row, body: ended, endedAt });
    clock.after(shownAfterEndMs, () => {
      const last = rows.get(row.id);
      if (!last || last.endedAt !== endedAt) return;
      rows.delete(row.id);
      writer.forget(row.id);
    });
  }

  return {
    show(callId, views) {
      const now = clock.now().toISOString();
      for (const view of views) {
        const before = rows.get(view.id);
        const lives = before && before.endedAt === null ? before.body : undefined;
        put(rowOf(callId, view, lives, answers.of(view.id), now));
      }
      for (const row of rows.values()) {
        if (row.callId !== callId || row.endedAt !== null || views.some(({ id }) => id === row.id)) continue;
        end(row);
      }
    },
    takeUp(before) {
      for (const row of before) rows.set(row.id, row);
    },
    handedOver(id, to) {
      const row = rows.get(id);
      if (row) end(row, { ...to, failed: false });
    },
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
