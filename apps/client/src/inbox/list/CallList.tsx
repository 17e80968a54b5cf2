import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCanCall } from '#contacts/can-call.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import { presenceLook } from '#contacts/presence.ts';
import { useWords } from '#i18n/use-words.ts';
import { isSilenced } from '#platform/shortcuts.ts';
import { useWide } from '#platform/window-size.ts';
import { ContextMenu } from '#ui/ContextMenu.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RowSkeleton, skeletonRows } from '../CallListSkeleton.tsx';
import { lineHeights } from '../days.ts';
import { CallRow, type RowActions } from '../row/CallRow.tsx';
import { RowMenu } from '../row/RowMenu.tsx';
import { useRowWords } from '../row-words.ts';
import { type Calls, isDone } from '../use-calls.ts';
import { useToday } from '../use-today.ts';
import { DayHead } from './DayHead.tsx';
import type { KeptInbox } from './kept-inbox.ts';
import { layouts, type PlacedLine } from './layout.ts';
import { callAfter, goesOn, isForList, type ListOrder, orderOf } from './list-keys.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useListWindow } from './use-list-window.ts';

interface CallListProps {
  calls: Calls;
  /** The call whose page is open; null for none. */
  openCall: string | null;
  /** Rows leave this list when they are resolved. */
  leavesWhenResolved: boolean;
  showTopics: boolean;
  onOpen: (docId: string, how?: { note: boolean }) => void;
  onResolve: (row: InboxRow) => void;
  onCallBack: (row: InboxRow) => void;
  onThread: (row: InboxRow, topic: string) => void;
  onContact: (contactId: string) => void;
  onFind: () => void;
  numberActions: NumberActions | null;
  /** Where the list was left, and where it stands. */
  kept: KeptInbox;
}

/** Lines from the end at which the next calls are asked for. */
const moreAheadPx = 100 * lineHeights.call;

/** The calls under the heads of their days, as many as there are; only what is near the window is drawn. */
export function CallList(props: CallListProps) {
  const { calls, openCall, leavesWhenResolved } = props;
  const { t } = useWords();
  const wordsOf = useRowWords();
  const colleagues = useColleagues();
  const canCall = useCanCall();
  const wide = useWide();
  const today = useToday();
  const layOut = useMemo(() => layouts(leavesWhenResolved ? (row) => !isDone(row) : undefined), [leavesWhenResolved]);
  const layout = useMemo(() => layOut(calls.ranges), [layOut, calls.ranges]);
  const [selected, setSelected] = useState<string | null>(() => props.kept.view().selected);
  const [focus, setFocus] = useState({ id: '', token: 0 });
  const [menuRow, setMenuRow] = useState<InboxRow | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const view = useListWindow(layout, scroller, () => isPointedAt(scroller.current) || hasFocus(scroller.current));
  const { bringIntoView } = view;
  useKeptPlace(layout, calls, scroller, props.kept, selected);

  // What is near the window stays live, and the end is never reached before more has come.
  const [top, bottom] = [view.lines[0]?.range ?? 0, view.lines.at(-1)?.range ?? 0];
  const lastTop = view.lines.at(-1)?.top ?? 0;
  useEffect(() => calls.look(top, bottom), [calls, top, bottom]);
  useEffect(() => {
    if (!calls.complete && lastTop > layout.height - moreAheadPx) calls.more();
  }, [calls, lastTop, layout.height]);

  const select = useCallback(
    (id: string) => {
      setSelected(id);
      setFocus(({ token }) => ({ id, token: token + 1 }));
      bringIntoView(id);
    },
    [bringIntoView],
  );
  /** The page of a call that is beside the list goes along with the selection. */
  const move = (id: string | null) => {
    if (id === null) return;
    select(id);
    if (wide && openCall !== null && id !== openCall) props.onOpen(id);
  };

  // A call that is opened from elsewhere is shown where it stands, once it is there.
  const shownCall = useRef<string | null>(null);
  useEffect(() => {
    if (openCall === null) shownCall.current = null;
    if (openCall === null || shownCall.current === openCall || !layout.find(openCall)) return;
    shownCall.current = openCall;
    setSelected(openCall);
    bringIntoView(openCall);
  }, [openCall, layout, bringIntoView]);

  const resolve = (row: InboxRow) => {
    if (leavesWhenResolved && !isDone(row)) {
      const down = layout.beside(row.id, 1);
      const next = down === row.id ? layout.beside(row.id, -1) : down;
      if (next !== row.id && (hasFocus(scroller.current) || (wide && openCall === row.id))) move(next);
    }
    props.onResolve(row);
  };

  const latest = useRef({ props, resolve, select });
  latest.current = { props, resolve, select };
  const actions = useMemo<RowActions>(
    () => ({
      open(row) {
        latest.current.select(row.id);
        latest.current.props.onOpen(row.id);
      },
      resolve: (row) => latest.current.resolve(row),
      callBack: (row) => latest.current.props.onCallBack(row),
      note: (row) => latest.current.props.onOpen(row.id, { note: true }),
      thread: (row, topic) => latest.current.props.onThread(row, topic),
      contact: (contactId) => latest.current.props.onContact(contactId),
    }),
    [],
  );

  const obey = (order: ListOrder) => {
    const line = selected === null ? undefined : layout.find(selected)?.line;
    const row = line?.kind === 'call' ? line.row : null;
    switch (order) {
      case 'down':
      case 'up':
      case 'pageDown':
      case 'pageUp':
      case 'first':
      case 'last':
        return move(callAfter(order, layout, selected, scroller.current?.clientHeight ?? 0));
      case 'find':
        return props.onFind();
      case 'open':
        return row && actions.open(row);
      case 'resolve':
        return row && resolve(row);
      case 'note':
        return row && actions.note(row);
      case 'callBack':
        return row && row.call.remotePhoneNumber !== null && canCall && actions.callBack(row);
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isSilenced(event) || !isForList(event.target, scroller.current)) return;
    const order = orderOf(event);
    if (order === null || (order === 'open' && isPressed(event.target))) return;
    event.preventDefault();
    if (!event.repeat || goesOn(order)) obey(order);
  };
  const latestOnKey = useRef(onKey);
  latestOnKey.current = onKey;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latestOnKey.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const reachable = selected !== null && layout.find(selected) ? selected : layout.first();
  const size = calls.complete ? layout.size : -1;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ContextMenu
        area={
          <div
            ref={scroller}
            className="@container relative min-h-0 flex-1 overflow-y-auto px-3 pt-1 [overflow-anchor:none] max-[559px]:px-1"
            data-testid="call-list"
            onFocusCapture={({ target }) => {
              const row = rowAt(target);
              if (row) setSelected(row.id);
            }}
            onContextMenuCapture={({ target }) => setMenuRow(rowAt(target))}
          />
        }
        list={
          // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a ul
          <div
            role="list"
            aria-label={t(($) => $.inbox.list)}
            className="relative"
            style={{ height: layout.height + (calls.complete ? 4 : skeletonRows * lineHeights.call) }}
          >
            {drawnLines().map(draw)}
            {calls.complete ? null : <RowSkeleton top={layout.height} />}
          </div>
        }
      >
        {menuRow ? (
          <RowMenu
            row={menuRow}
            words={wordsOf(menuRow)}
            canCall={canCall}
            actions={actions}
            numberActions={props.numberActions}
          />
        ) : null}
      </ContextMenu>
      <span role="status" className="pointer-events-none absolute inset-x-0 top-10 z-sticky flex justify-center">
        {view.arrived > 0 ? (
          <button
            type="button"
            onClick={view.scrollToTop}
            className="pointer-events-auto inline-flex h-7 items-center gap-1.5 rounded-full bg-accent-fill px-3 font-med text-12 text-accent-on shadow-e2 hover:bg-accent-fill-2"
          >
            <Icon of={ArrowUp} size={14} />
            {t(($) => $.inbox.arrived, { count: view.arrived })}
          </button>
        ) : null}
      </span>
    </div>
  );

  /** The head on top and the row with the focus stay, wherever the list is scrolled to. */
  function drawnLines(): readonly PlacedLine[] {
    const kept = [view.stuck, layout.find(focus.id)].filter((line) => line !== null);
    const extra = kept.filter(({ index }) => view.lines.every((line) => line.index !== index));
    return extra.length === 0 ? view.lines : [...extra, ...view.lines].sort((a, b) => a.index - b.index);
  }

  function draw(placed: PlacedLine) {
    const { line, index } = placed;
    if (line.kind === 'day') {
      const sum = layout.sumOf(placed, calls.complete);
      return (
        <DayHead
          key={line.key}
          day={line.day}
          today={today}
          calls={sum?.calls ?? null}
          talkSeconds={sum?.talkSeconds ?? null}
          top={line.key === view.stuck?.line.key ? null : placed.top}
          place={index + 1}
          size={size}
        />
      );
    }
    if (line.row === null) return <RowSkeleton key={line.key} top={placed.top} rows={1} />;
    return (
      <CallRow
        key={line.key}
        row={line.row}
        wordsOf={wordsOf}
        presence={presenceOf(line.row)}
        showTopics={props.showTopics}
        current={line.key === (openCall ?? selected)}
        reachable={line.key === reachable}
        focusToken={line.key === focus.id ? focus.token : 0}
        top={placed.top}
        place={index + 1}
        size={size}
        canCall={canCall}
        actions={actions}
      />
    );
  }

  function presenceOf({ remote }: InboxRow) {
    const colleague = remote.userId === null ? undefined : colleagues.get(remote.userId);
    return colleague ? presenceLook(colleague.neoPbxStatus).mark : null;
  }

  function rowAt(target: EventTarget): InboxRow | null {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-call]')?.dataset['call'] : undefined;
    const line = id === undefined ? undefined : layout.find(id)?.line;
    return line?.kind === 'call' ? line.row : null;
  }
}

const hasFocus = (element: HTMLElement | null): boolean => element?.contains(document.activeElement) ?? false;

const isPointedAt = (element: HTMLElement | null): boolean => element?.matches(':hover') ?? false;

/** Enter on something that can be pressed presses it. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, [role=tab]') !== null;
