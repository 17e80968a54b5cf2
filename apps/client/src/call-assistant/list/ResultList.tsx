import type { AssistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useToday } from '#call-detail/use-today.ts';
import { dayBefore, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { RowSkeleton } from '#inbox/CallListSkeleton.tsx';
import { useWide } from '#platform/window-size.ts';
import { isListMove, selectionAfter } from '#ui/list-keys.ts';
import type { ResultEntry, Results } from '../results.ts';
import { useResultWords } from '../use-result-words.ts';
import { lineHeights, linesOf, neighbourOf, type ResultLine, rangeAt, shiftBetween } from './lines.ts';
import { ResultRow } from './ResultRow.tsx';
import { allOrders, listOrders, type ResultOrder } from './result-keys.ts';
import { useResultKeys } from './use-result-keys.ts';

interface ResultListProps {
  results: Results;
  topics: readonly AssistantTopic[];
  /** The result that is open beside the list; null for none. */
  openResult: string | null;
  onOpen: (id: string) => void;
  /** Marks it as done or open, whichever it is not: it leaves this list. */
  onMark: (entry: ResultEntry) => void;
  /** Null while no call can be started. */
  onCallBack: ((entry: ResultEntry) => void) | null;
}

/** The results under the heads of their days; only what is near the window is drawn. */
export function ResultList(props: ResultListProps) {
  const { results, openResult } = props;
  const { t } = useWords();
  const wordsOf = useResultWords();
  const wide = useWide();
  const lines = useMemo(() => linesOf(results.entries), [results.entries]);
  const ids = useMemo(() => results.entries.map(({ id }) => id), [results.entries]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [focus, setFocus] = useState({ id: '', token: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  const selected = openResult ?? chosen;
  const list = useDrawnLines(
    scroller,
    lines,
    lines.findIndex(({ key }) => key === focus.id),
  );
  useStillView(scroller, lines);
  const drawn = list.getVirtualItems();
  useLoadingAhead(results, lines, drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? 0);

  const select = (id: string | null) => {
    if (id === null) return;
    setChosen(id);
    setFocus(({ token }) => ({ id, token: token + 1 }));
    const place = lines.findIndex(({ key }) => key === id);
    if (place !== -1) list.scrollToIndex(place <= 1 ? 0 : place, { align: 'auto' });
  };
  const move = (id: string | null) => {
    select(id);
    // Where the page of a result is beside the list, it shows the selected one.
    if (wide && openResult !== null && id !== null && id !== openResult) props.onOpen(id);
  };
  const open = (id: string) => {
    setChosen(id);
    props.onOpen(id);
  };
  const mark = (id: string) => {
    const entry = results.entries.find((one) => one.id === id);
    if (!entry) return;
    if (scroller.current?.contains(document.activeElement) && openResult === null) select(neighbourOf(ids, id));
    props.onMark(entry);
  };
  const obey = (order: ResultOrder) => {
    if (isListMove(order)) {
      const screen = Math.floor((scroller.current?.clientHeight ?? 0) / lineHeights.result) - 1;
      return move(selectionAfter(order, ids, selected, screen));
    }
    const entry = results.entries.find(({ id }) => id === selected);
    if (!entry) return;
    if (order === 'open') open(entry.id);
    else if (order === 'mark') mark(entry.id);
    else if (entry.result.remoteNumber !== null) props.onCallBack?.(entry);
  };
  // An open result has its own keys for that, whatever list it is in.
  useResultKeys(scroller, obey, openResult === null ? allOrders : listOrders);

  const latest = useRef({ open, mark });
  latest.current = { open, mark };
  // The same functions for as long as the list lives, so that rows are drawn again only when something of theirs changes.
  const [actions] = useState(() => ({
    open: (id: string) => latest.current.open(id),
    mark: (id: string) => latest.current.mark(id),
  }));
  const reachable = selected !== null && ids.includes(selected) ? selected : ids[0];
  const size = results.complete ? lines.length : -1;
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto px-3 pt-1 [overflow-anchor:none] max-[559px]:px-1"
      onFocusCapture={({ target }) => setChosen((before) => resultAt(target) ?? before)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a ul */}
      <div
        role="list"
        aria-label={t(($) => $.callAssistant.list)}
        className="relative"
        style={{ height: list.getTotalSize() + (results.complete ? 4 : lineHeights.result) }}
      >
        {drawn.map(({ index, key, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <div
              key={key}
              role="presentation"
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              {line.kind === 'day' ? (
                <DayHead
                  line={line}
                  counted={results.complete || index + line.results < lines.length - 1}
                  place={index + 1}
                  size={size}
                />
              ) : (
                <ResultRow
                  entry={line.entry}
                  wordsOf={wordsOf}
                  topics={props.topics}
                  current={line.key === selected}
                  reachable={line.key === reachable}
                  focusToken={line.key === focus.id ? focus.token : 0}
                  place={index + 1}
                  size={size}
                  onOpen={actions.open}
                  onMark={actions.mark}
                />
              )}
            </div>
          );
        })}
        {results.complete ? null : <RowSkeleton top={list.getTotalSize()} rows={1} />}
      </div>
    </div>
  );
}

/** The id of the result in whose row an element is. */
function resultAt(element: Element): string | null {
  return element.closest<HTMLElement>('[data-result]')?.dataset['result'] ?? null;
}

interface DayHeadProps {
  line: Extract<ResultLine<ResultEntry>, { kind: 'day' }>;
  /** All results of the day are in the list. */
  counted: boolean;
  place: number;
  size: number;
}

/** Head of a day: its name, its date, a line, and the number of its results. */
function DayHead({ line: { day, results }, counted, place, size }: DayHeadProps) {
  const { t, language } = useWords();
  const today = useToday();
  const date = formatDay(day, language, Number(today.slice(0, 4)));
  const name =
    day === today
      ? t(($) => $.callAssistant.today)
      : day === dayBefore(today)
        ? t(($) => $.callAssistant.yesterday)
        : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    <div role="listitem" aria-posinset={place} aria-setsize={size} className="py-2">
      <h2 className="flex h-6 items-center gap-2 px-3 font-semi text-12">
        {name}
        <span className={name === null ? undefined : 'font-reg text-ink-3'}>{date}</span>
        <span aria-hidden className="h-px flex-1 bg-line" />
        {counted ? <span className="font-reg text-ink-3">{results}</span> : null}
      </h2>
    </div>
  );
}

/** Which lines are drawn: those near the window, and the row with the focus, wherever the list is scrolled to. */
function useDrawnLines(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly ResultLine<ResultEntry>[],
  focusPlace: number,
) {
  return useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => lineHeights[lines[place]?.kind ?? 'result'],
    getItemKey: (place) => lines[place]?.key ?? place,
    overscan: 8,
    scrollPaddingStart: lineHeights.day,
    scrollPaddingEnd: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
      return focusPlace === -1 || shown.includes(focusPlace)
        ? shown
        : [...shown, focusPlace].sort((one, other) => one - other);
    },
  });
}

/** The results in view stay where they are when others come or go above them. */
function useStillView(scroller: RefObject<HTMLElement | null>, lines: readonly ResultLine<ResultEntry>[]): void {
  const shown = useRef(lines);
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = shown.current;
    shown.current = lines;
    if (!element || before === lines || element.scrollTop === 0) return;
    element.scrollTop += shiftBetween(before, lines, element.scrollTop);
  }, [lines, scroller]);
}

/** Keeps what is near the window live, and asks for older results before the end is reached. */
function useLoadingAhead(
  results: Results,
  lines: readonly ResultLine<ResultEntry>[],
  first: number,
  last: number,
): void {
  const { sizes, complete, look, more } = results;
  // Heads are few: a place among lines is near enough to one among results.
  const [from, to] = [rangeAt(sizes, first), rangeAt(sizes, last)];
  useEffect(() => look(from, to), [look, from, to]);
  useEffect(() => {
    if (!complete && last >= lines.length - 30) more();
  }, [complete, last, lines.length, more]);
}
