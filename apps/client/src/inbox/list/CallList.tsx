import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LogLater } from '#call-detail/call-detail-props.ts';
import { useCanCall } from '#contacts/can-call.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useWords } from '#i18n/use-words.ts';
import { ContextMenu } from '#ui/ContextMenu.tsx';
import { RowSkeleton, skeletonRows } from '../CallListSkeleton.tsx';
import { lineHeights } from '../days.ts';
import { RowMenu } from '../row/RowMenu.tsx';
import { useRowWords } from '../row-words.ts';
import { type Calls, isDone } from '../use-calls.ts';
import { ArrivedButton } from './ArrivedButton.tsx';
import type { KeptInbox } from './kept-inbox.ts';
import { ListLines } from './ListLines.tsx';
import { type Layout, layouts, type PlacedLine } from './layout.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useListKeys } from './use-list-keys.ts';
import { hasFocus, type ListHandlers, rowIn, useListOrders } from './use-list-orders.ts';
import { useListWindow } from './use-list-window.ts';
import { useSelection } from './use-selection.ts';

interface CallListProps extends ListHandlers {
  calls: Calls;
  /** The call whose page is open; null for none. */
  openCall: string | null;
  /** Rows leave this list when they are resolved. */
  leavesWhenResolved: boolean;
  showTopics: boolean;
  numberActions: NumberActions | null;
  /** Null where no connected CRM takes calls. */
  logging: LogLater | null;
  /** Where the user left the list, and where it is now. */
  kept: KeptInbox;
}

/** Distance from the end at which the next calls are asked for. */
const moreAheadPx = 100 * lineHeights.call;

/** The calls under the heads of their days, as many as there are; only what is near the window is drawn. */
export function CallList(props: CallListProps) {
  const { calls, openCall, leavesWhenResolved, kept } = props;
  const { t } = useWords();
  const wordsOf = useRowWords();
  const canCall = useCanCall();
  const [menuRow, setMenuRow] = useState<InboxRow | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const layout = useLayout(calls, leavesWhenResolved);
  const view = useListWindow(layout, scroller, () => isPointedAt(scroller.current) || hasFocus(scroller.current));
  const selection = useSelection(() => kept.view().selected, layout, openCall, view.bringIntoView);
  useKeptPlace(layout, calls, scroller, kept, selection.selected);
  useLoadingAhead(calls, layout, view.lines);
  const { actions, obey } = useListOrders(props, {
    layout,
    selection,
    scroller,
    openCall,
    leavesWhenResolved,
    canCall,
  });
  useListKeys(scroller, obey);
  const logOf = (row: InboxRow) => (props.logging?.can(row) ? () => props.logging?.open(row) : null);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ContextMenu
        area={
          <div
            ref={scroller}
            className="@container relative min-h-0 flex-1 overflow-y-auto px-3 pt-1 [overflow-anchor:none] max-[559px]:px-1"
            data-testid="call-list"
            onFocusCapture={({ target }) => {
              const row = rowAt(layout, target);
              if (row) selection.mark(row.id);
            }}
            onContextMenuCapture={({ target }) => setMenuRow(rowAt(layout, target))}
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
            <ListLines
              layout={layout}
              lines={view.lines}
              stuck={view.stuck}
              complete={calls.complete}
              selection={selection}
              openCall={openCall}
              wordsOf={wordsOf}
              showTopics={props.showTopics}
              canCall={canCall}
              actions={actions}
            />
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
            onLog={logOf(menuRow)}
          />
        ) : null}
      </ContextMenu>
      <ArrivedButton arrived={view.arrived} onPress={view.scrollToTop} />
    </div>
  );
}

/** Where each line is; rows that are done are left out of lists that they leave. */
function useLayout({ ranges }: Calls, leavesWhenResolved: boolean): Layout {
  const layOut = useMemo(() => layouts(leavesWhenResolved ? (row) => !isDone(row) : undefined), [leavesWhenResolved]);
  return useMemo(() => layOut(ranges), [layOut, ranges]);
}

/** Keeps what is near the window live, and asks for more calls before the end is reached. */
function useLoadingAhead(calls: Calls, layout: Layout, lines: readonly PlacedLine[]): void {
  const [first, last] = [lines[0]?.range ?? 0, lines.at(-1)?.range ?? 0];
  const lastTop = lines.at(-1)?.top ?? 0;
  useEffect(() => calls.look(first, last), [calls, first, last]);
  useEffect(() => {
    if (!calls.complete && lastTop > layout.height - moreAheadPx) calls.more();
  }, [calls, lastTop, layout.height]);
}

function rowAt(layout: Layout, target: EventTarget): InboxRow | null {
  const id = target instanceof Element ? target.closest<HTMLElement>('[data-call]')?.dataset['call'] : undefined;
  return id === undefined ? null : rowIn(layout, id);
}

const isPointedAt = (element: HTMLElement | null): boolean => element?.matches(':hover') ?? false;
