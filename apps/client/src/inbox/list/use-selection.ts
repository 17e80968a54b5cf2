import { useCallback, useEffect, useRef, useState } from 'react';
import type { Layout } from './layout.ts';

/** Which call of a list is selected, and which one has the focus. */
export interface Selection {
  readonly selected: string | null;
  /** The call takes the focus each time the token changes. */
  readonly focus: { readonly id: string; readonly token: number };
  /** Selects without taking the focus. */
  mark(id: string): void;
  /** Selects a call, gives it the focus and brings it into view. */
  select(id: string): void;
}

/**
 * The selection of a list, which begins with `begin`. A call that is opened from elsewhere is selected and brought into
 * view once it is in the list.
 */
export function useSelection(
  begin: () => string | null,
  layout: Layout,
  openCall: string | null,
  bringIntoView: (id: string) => void,
): Selection {
  const [selected, setSelected] = useState(begin);
  const [focus, setFocus] = useState({ id: '', token: 0 });
  const select = useCallback(
    (id: string) => {
      setSelected(id);
      setFocus(({ token }) => ({ id, token: token + 1 }));
      bringIntoView(id);
    },
    [bringIntoView],
  );

  const shownCall = useRef<string | null>(null);
  useEffect(() => {
    if (openCall === null) shownCall.current = null;
    if (openCall === null || shownCall.current === openCall || !layout.find(openCall)) return;
    shownCall.current = openCall;
    setSelected(openCall);
    bringIntoView(openCall);
  }, [openCall, layout, bringIntoView]);

  return { selected, focus, mark: setSelected, select };
}
