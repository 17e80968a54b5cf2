import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type RefObject, useMemo, useRef } from 'react';
import { useWide } from '#platform/window-size.ts';
import type { RowActions } from '../row/CallRow.tsx';
import { isDone } from '../use-calls.ts';
import type { Layout } from './layout.ts';
import { callAfter, type ListOrder } from './list-keys.ts';
import type { Selection } from './use-selection.ts';

/** What the list has the page around it do. */
export interface ListHandlers {
  onOpen: (docId: string, how?: { note: boolean }) => void;
  onResolve: (row: InboxRow) => void;
  onCallBack: (row: InboxRow) => void;
  onThread: (row: InboxRow, topic: string) => void;
  onContact: (contactId: string) => void;
  onFind: () => void;
}

interface OrderedList {
  readonly layout: Layout;
  readonly selection: Selection;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The call whose page is open; null for none. */
  readonly openCall: string | null;
  /** Rows leave this list when they are resolved. */
  readonly leavesWhenResolved: boolean;
  readonly canCall: boolean;
}

/** The actions of rows that are pressed, and the orders of keys for the row that is selected. */
export function useListOrders(
  handlers: ListHandlers,
  { layout, selection, scroller, openCall, leavesWhenResolved, canCall }: OrderedList,
): { actions: RowActions; obey: (order: ListOrder) => void } {
  const wide = useWide();
  const { selected, select } = selection;

  /** Moves the selection; where the page of a call is beside the list, it shows the selected call. */
  const move = (id: string | null) => {
    if (id === null) return;
    select(id);
    if (wide && openCall !== null && id !== openCall) handlers.onOpen(id);
  };

  const resolve = (row: InboxRow) => {
    if (leavesWhenResolved && !isDone(row)) {
      const next = neighbourOf(layout, row.id);
      if (next !== row.id && (hasFocus(scroller.current) || (wide && openCall === row.id))) move(next);
    }
    handlers.onResolve(row);
  };

  const actions = useRowActions(handlers, select, resolve);
  return {
    actions,
    obey(order) {
      const row = selected === null ? null : rowIn(layout, selected);
      switch (order) {
        case 'down':
        case 'up':
        case 'pageDown':
        case 'pageUp':
        case 'first':
        case 'last':
          return move(callAfter(order, layout, selected, scroller.current?.clientHeight ?? 0));
        case 'find':
          return handlers.onFind();
        case 'open':
          return row ? actions.open(row) : undefined;
        case 'resolve':
          return row ? resolve(row) : undefined;
        case 'note':
          return row ? actions.note(row) : undefined;
        case 'callBack':
          return row && row.call.remotePhoneNumber !== null && canCall ? actions.callBack(row) : undefined;
      }
    },
  };
}

/** The actions of rows, always the same object, so that rows are drawn again only when something of theirs changes. */
function useRowActions(
  handlers: ListHandlers,
  select: (id: string) => void,
  resolve: (row: InboxRow) => void,
): RowActions {
  const latest = useRef({ handlers, select, resolve });
  latest.current = { handlers, select, resolve };
  return useMemo<RowActions>(
    () => ({
      open(row) {
        latest.current.select(row.id);
        latest.current.handlers.onOpen(row.id);
      },
      resolve: (row) => latest.current.resolve(row),
      callBack: (row) => latest.current.handlers.onCallBack(row),
      note: (row) => latest.current.handlers.onOpen(row.id, { note: true }),
      thread: (row, topic) => latest.current.handlers.onThread(row, topic),
      contact: (contactId) => latest.current.handlers.onContact(contactId),
    }),
    [],
  );
}

/** The row of a call in the list; null where it is not there, or only its height is known. */
export function rowIn(layout: Layout, id: string): InboxRow | null {
  const line = layout.find(id)?.line;
  return line?.kind === 'call' ? line.row : null;
}

export const hasFocus = (element: HTMLElement | null): boolean => element?.contains(document.activeElement) ?? false;

/** The call below this one, or where it is the last, the one above it. */
function neighbourOf(layout: Layout, id: string): string | null {
  const below = layout.beside(id, 1);
  return below === id ? layout.beside(id, -1) : below;
}
