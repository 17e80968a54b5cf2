import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import type { AssistantResultRow, AssistantResultState } from '@sidetone/contract/entities/assistant.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { dayOf } from '#i18n/format.ts';
import type { RangedRow } from '#inbox/places.ts';
import { inboxRanges, type RangeSource } from '#inbox/ranges.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { readLive, retryLive, watchLive } from '#live/queries/live.ts';

/** A result as a row of a list in ranges. */
export interface ResultEntry extends RangedRow {
  readonly result: AssistantResultRow;
}

export interface Results {
  /** Newest first; only those in the state that was asked for, also where the server has not confirmed a change yet. */
  readonly entries: readonly ResultEntry[];
  /** The number of rows in each range, those that have just changed their state included. */
  readonly sizes: readonly number[];
  readonly status: 'loading' | 'ready' | 'failed';
  /** Nothing follows the last entry. */
  readonly complete: boolean;
  retry(): void;
  /** Asks for older results. */
  more(): void;
  /** The window shows these ranges: they stay live. */
  look(first: number, last: number): void;
}

/** The results of an assistant in one state, as live ranges, as many as the user scrolls through. */
export function useResults(assistantId: string, state: AssistantResultState): Results {
  const zone = useCallZone();
  const list = useMemo(() => inboxRanges(sourceOf(assistantId, state, zone), 'keeps rows'), [assistantId, state, zone]);
  const { ranges, status, complete } = useSyncExternalStore(list.subscribe, list.snapshot);
  const rows = useMemo(() => ranges.map((range) => range.rows ?? []), [ranges]);
  return useMemo(
    () => ({
      entries: rows.flat().filter(({ result }) => result.state === state),
      sizes: rows.map(({ length }) => length),
      status,
      complete,
      retry: list.retry,
      more: list.more,
      look: list.look,
    }),
    [rows, state, status, complete, list],
  );
}

function sourceOf(
  assistantId: string,
  state: AssistantResultState,
  zone: string | undefined,
): RangeSource<ResultEntry> {
  const query = assistantQueries.assistantResults;
  const of = { assistantId, state };
  return {
    read(asked) {
      const { rows, ...rest } = readLive(query, { ...of, ...asked });
      return { ...rest, rows: rows.map((result) => entryOf(result, zone)) };
    },
    watch: (asked, heard, lingerMs) => watchLive(query, { ...of, ...asked }, heard, lingerMs),
    retry: (asked) => retryLive(query, { ...of, ...asked }),
  };
}

/** Entries by their rows: a row that did not change is the same entry, and is not drawn again. */
const entries = new WeakMap<AssistantResultRow, ResultEntry>();

function entryOf(result: AssistantResultRow, zone: string | undefined): ResultEntry {
  const day = dayOf(new Date(result.startedAt), zone);
  const known = entries.get(result);
  if (known?.day === day) return known;
  const made = { id: result.id, day, groupSize: 1, call: { startedAt: result.startedAt }, result };
  entries.set(result, made);
  return made;
}
