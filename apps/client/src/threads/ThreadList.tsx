import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useToday } from '#call-detail/use-today.ts';
import { useCanCall } from '#contacts/can-call.ts';
import { useWords } from '#i18n/use-words.ts';
import { isSilenced } from '#platform/shortcuts.ts';
import { isUnderDialog } from '#ui/any-dialog.ts';
import { isListMove, selectionAfter } from '#ui/list-keys.ts';
import { useEntryWords } from './entry-words.ts';
import { SectionHead } from './SectionHead.tsx';
import { callsAboveEach, linesOf, type ThreadLine } from './sections.ts';
import { ThreadEntry } from './ThreadEntry.tsx';
import { orderOf, type ThreadOrder } from './thread-keys.ts';
import type { Thread } from './use-thread.ts';

interface ThreadListProps {
  /** The other side of the calls. */
  name: string;
  thread: Thread;
  /** The call whose page is open; null for none. */
  openCall: string | null;
  showTopics: boolean;
  onOpen: (docId: string, how?: { note: boolean }) => void;
  onResolve: (row: InboxRow) => void;
  onTopic: (topic: string) => void;
  onCall: () => void;
  onBack: () => void;
  /** Below the last call. */
  foot: ReactNode;
}

/** Heights before anything was measured, in px. */
const guessed = { section: 40, call: 74 } as const;

/** The calls of a thread under the heads of their sections; only what is near the window is drawn. */
export function ThreadList(props: ThreadListProps) {
  const { thread, openCall } = props;
  const { rows, complete } = thread;
  const { t } = useWords();
  const canCall = useCanCall();
  const today = useToday();
  const words = useEntryWords(today);
  const lines = useMemo(() => linesOf(rows, today), [rows, today]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [focus, setFocus] = useState({ id: '', token: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  // Where the page of a call is open, the list follows it.
  const selected = openCall ?? chosen;
  const focusPlace = lines.findIndex(({ key }) => key === focus.id);

  const list = useDrawnLines(scroller, lines, focusPlace);
  useStillView(scroller, lines, (place) => list.measurementsCache[place]?.start);

  const select = (id: string | null, open: boolean) => {
    if (id === null) return;
    setChosen(id);
    setFocus(({ token }) => ({ id, token: token + 1 }));
    const place = lines.findIndex(({ key }) => key === id);
    if (place !== -1) list.scrollToIndex(place <= 1 ? 0 : place, { align: 'auto' });
    if (open) props.onOpen(id);
  };

  const perform = (order: ThreadOrder) => {
    const row = rows.find(({ id }) => id === selected);
    switch (order) {
      case 'up':
      case 'down':
      case 'pageUp':
      case 'pageDown':
      case 'first':
      case 'last':
        return select(selectionAfter(order, ids, selected, callsIn(lines, list.range) - 1), openCall !== null);
      case 'open':
        return row && props.onOpen(row.id);
      case 'resolve':
        return row && props.onResolve(row);
      case 'note':
        return row && props.onOpen(row.id, { note: true });
      case 'call':
        return canCall ? props.onCall() : undefined;
      case 'back':
        return props.onBack();
    }
  };
  useThreadKeys(scroller, openCall !== null, perform);

  const drawn = list.getVirtualItems();
  useThreadLook(thread, lines, drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? -1);

  const reachable = selected !== null && ids.includes(selected) ? selected : ids[0];
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-3 pt-1 pb-4 max-[559px]:px-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a ul */}
      <div
        role="list"
        aria-label={t(($) => $.threads.list, { name: props.name })}
        className="relative"
        style={{ height: list.getTotalSize() }}
      >
        {drawn.map(({ index, key, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              role="presentation"
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              {line.kind === 'section' ? (
                <SectionHead
                  line={line}
                  today={today}
                  partial={!complete && index + line.calls === lines.length - 1}
                  place={index + 1}
                  size={complete ? lines.length : -1}
                />
              ) : (
                <ThreadEntry
                  row={line.row}
                  words={words(line.row)}
                  current={line.key === selected}
                  reachable={line.key === reachable}
                  focusToken={line.key === focus.id ? focus.token : 0}
                  place={index + 1}
                  size={complete ? lines.length : -1}
                  showTopics={props.showTopics}
                  onOpen={() => select(line.key, true)}
                  onResolve={() => props.onResolve(line.row)}
                  onTopic={props.onTopic}
                />
              )}
            </div>
          );
        })}
      </div>
      {props.foot}
    </div>
  );
}

/** Which lines are drawn: those near the window, and the entry with the focus, wherever the list is scrolled to. */
function useDrawnLines(scroller: RefObject<HTMLElement | null>, lines: readonly ThreadLine[], focusPlace: number) {
  return useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => guessed[lines[place]?.kind ?? 'call'],
    getItemKey: (place) => lines[place]?.key ?? place,
    overscan: 6,
    scrollPaddingStart: guessed.section,
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

/** Keeps the calls near the window live, and asks for older calls before their end is reached. */
function useThreadLook(thread: Thread, lines: readonly ThreadLine[], first: number, last: number): void {
  const above = useMemo(() => callsAboveEach(lines), [lines]);
  const [from, to] = [above[first] ?? 0, above[last] ?? 0];
  const { rows, complete } = thread;
  const latest = useRef(thread);
  latest.current = thread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be in other ranges
  useEffect(() => latest.current.look(from, to), [from, to, rows]);
  useEffect(() => {
    if (!complete && last >= lines.length - 10) latest.current.more();
  }, [complete, last, lines.length]);
}

/** The number of calls in a stretch of lines. */
function callsIn(lines: readonly ThreadLine[], range: { startIndex: number; endIndex: number } | null): number {
  const shown = range === null ? [] : lines.slice(range.startIndex, range.endIndex + 1);
  return shown.filter(({ kind }) => kind === 'call').length;
}

const takesKeysItself = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=combobox]';

/** Keys work in the whole thread and where nothing has the focus; never in a field, a menu, a dialog or an open call. */
function useThreadKeys(
  scroller: RefObject<HTMLElement | null>,
  isCallOpen: boolean,
  perform: (order: ThreadOrder) => void,
): void {
  const latest = useRef({ isCallOpen, perform });
  useEffect(() => {
    latest.current = { isCallOpen, perform };
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || isSilenced(event) || !(target instanceof HTMLElement)) return;
      const page = scroller.current?.closest('[data-thread]');
      if (target !== document.body && !page?.contains(target)) return;
      // The focus of a dialog may be lost to the page under it.
      if (target === document.body && isUnderDialog(scroller.current)) return;
      if (target.closest(takesKeysItself) !== null) return;
      const order = orderOf(event);
      if (order === null) return;
      // Enter belongs to the button or link that has the focus, and Escape to the page of the call that is open.
      if (order === 'open' && target.closest('button, a') !== null) return;
      if (order === 'back' && latest.current.isCallOpen) return;
      event.preventDefault();
      if (!event.repeat || isListMove(order)) latest.current.perform(order);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [scroller]);
}

/** The calls in view stay where they are when others come or go above them. */
function useStillView(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly ThreadLine[],
  startOf: (place: number) => number | undefined,
): void {
  const held = useRef<{ key: string; below: number } | null>(null);
  const start = useRef(startOf);
  start.current = startOf;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const place = held.current === null ? -1 : lines.findIndex(({ key }) => key === held.current?.key);
    const now = place === -1 ? undefined : start.current(place);
    if (held.current !== null && now !== undefined && element.scrollTop > 0) {
      const wanted = now - held.current.below;
      if (Math.abs(wanted - element.scrollTop) > 1) element.scrollTop = wanted;
    }
    const remember = () => {
      const first = lines.findIndex((_, at) => (start.current(at) ?? 0) >= element.scrollTop);
      const key = lines[first]?.key;
      held.current = key === undefined ? null : { key, below: (start.current(first) ?? 0) - element.scrollTop };
    };
    remember();
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [lines, scroller]);
}
