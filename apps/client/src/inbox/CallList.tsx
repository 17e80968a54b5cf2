import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCallsFull } from '#calls/calls.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { presenceLook } from '#contacts/presence.ts';
import { useWords } from '#i18n/use-words.ts';
import { CallRow } from './CallRow.tsx';
import { DayHead } from './DayHead.tsx';
import { groupByDay, headPlaces, itemHeights } from './days.ts';
import { nextAfter, orderOf } from './list-keys.ts';
import { useRowWords } from './row-words.ts';

interface CallListProps {
  rows: readonly InboxRow[];
  /** The row that is selected as soon as it is there; null for none. */
  wanted: string | null;
  /** Rows leave this list when they are resolved. */
  leavesWhenResolved: boolean;
  complete: boolean;
  onMore: () => void;
  onResolve: (row: InboxRow) => void;
  onCallBack: (row: InboxRow) => void;
}

/** The calls under the heads of their days; only what is near the window is drawn. */
export function CallList({ rows, wanted, leavesWhenResolved, complete, onMore, onResolve, onCallBack }: CallListProps) {
  const { t } = useWords();
  const rowWords = useRowWords();
  const colleagues = useColleagues();
  const callsFull = useCallsFull();
  const items = useMemo(() => groupByDay(rows), [rows]);
  const heads = useMemo(() => headPlaces(items), [items]);
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const [selected, setSelected] = useState<string | null>(null);
  const [focus, setFocus] = useState({ id: '', token: 0 });
  const scroller = useRef<HTMLDivElement>(null);
  const stuck = useRef(0);

  const focusPlace = items.findIndex((item) => item.key === focus.id);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => itemHeights[items[place]?.kind ?? 'call'],
    getItemKey: (place) => items[place]?.key ?? place,
    overscan: 8,
    paddingEnd: 8,
    scrollPaddingStart: itemHeights.day,
    rangeExtractor: useCallback(
      (range: Range) => {
        stuck.current = heads.findLast((place) => place <= range.startIndex) ?? 0;
        // The head on top and the row with the focus stay, wherever the list is scrolled to.
        const kept = [stuck.current, ...(focusPlace === -1 ? [] : [focusPlace])];
        return [...new Set([...kept, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
      },
      [heads, focusPlace],
    ),
  });

  const select = useCallback(
    (id: string | null) => {
      setSelected(id);
      if (id === null) return;
      setFocus(({ token }) => ({ id, token: token + 1 }));
      list.scrollToIndex(
        items.findIndex((item) => item.key === id),
        { align: 'auto' },
      );
    },
    [items, list],
  );

  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null || shown.current === wanted || !ids.includes(wanted)) return;
    shown.current = wanted;
    select(wanted);
  }, [wanted, ids, select]);

  const resolve = (row: InboxRow) => {
    const hadFocus = scroller.current?.contains(document.activeElement) ?? false;
    if (leavesWhenResolved && row.unresolved && hadFocus) select(nextAfter(ids, row.id));
    onResolve(row);
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isForList(event.target, scroller.current)) return;
    const order = orderOf(event, ids, selected);
    if (order === null) return;
    event.preventDefault();
    const row = rows.find((each) => each.id === order.id);
    if (order.do === 'select') select(order.id);
    else if (row && order.do === 'resolve') resolve(row);
    else if (row && row.call.remotePhoneNumber !== null) onCallBack(row);
  };
  const latestOnKey = useRef(onKey);
  latestOnKey.current = onKey;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latestOnKey.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const drawn = list.getVirtualItems();
  const last = drawn.at(-1)?.index ?? -1;
  useEffect(() => {
    if (!complete && last >= items.length - 10) onMore();
  }, [complete, last, items.length, onMore]);

  const reachable = selected !== null && ids.includes(selected) ? selected : ids[0];
  return (
    <div
      ref={scroller}
      className="@container relative min-h-0 flex-1 overflow-y-auto px-3 pt-1 max-[559px]:px-1"
      data-testid="call-list"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a ul */}
      <div role="list" aria-label={t(($) => $.inbox.list)} className="relative" style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          const isStuck = item.kind === 'day' && index === stuck.current;
          return (
            <div
              key={key}
              role="presentation"
              className={isStuck ? 'sticky -top-1 z-sticky' : 'absolute top-0 left-0 w-full'}
              style={isStuck ? undefined : { transform: `translateY(${start}px)` }}
            >
              {item.kind === 'day' ? (
                <DayHead
                  {...item}
                  partial={!complete && index === heads.at(-1)}
                  place={index + 1}
                  size={items.length}
                />
              ) : (
                <CallRow
                  row={item.row}
                  words={rowWords(item.row)}
                  presence={presenceOf(item.row)}
                  selected={item.row.id === selected}
                  reachable={item.row.id === reachable}
                  focusToken={item.row.id === focus.id ? focus.token : 0}
                  place={index + 1}
                  size={items.length}
                  onSelect={() => select(item.row.id)}
                  onResolve={() => resolve(item.row)}
                  callsFull={callsFull}
                  onCallBack={item.row.call.remotePhoneNumber === null ? null : () => onCallBack(item.row)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );

  function presenceOf({ remote }: InboxRow) {
    const colleague = remote.userId === null ? undefined : colleagues.get(remote.userId);
    return colleague ? presenceLook(colleague.neoPbxStatus).mark : null;
  }
}

const takesKeysItself = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=combobox]';

/** Keys work in the list, on its tabs, and where nothing has the focus; never in a field, a menu or a dialog. */
function isForList(target: EventTarget | null, list: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || !list) return false;
  if (target === document.body) return true;
  const page = list.closest('[role=tabpanel]')?.parentElement ?? list;
  return page.contains(target) && target.closest(takesKeysItself) === null;
}
