import { useEffect, useMemo } from 'react';
import type { keptViews } from '#platform/kept-view.ts';
import { personHere } from '../line/session.ts';

/** The view of a page. The object stays the same for as long as the page does. */
export interface KeptView<View> {
  /** The view as it is now. */
  view(): View;
  /** Takes a change over; it is stored when the page is left. */
  change(change: Partial<View>): void;
}

/**
 * Keeps the signed-in user's view of the page with this name. `begin` makes the first view from the one that was left.
 */
export function useKeptView<View>(
  views: ReturnType<typeof keptViews<View>>,
  name: string,
  begin: (left: View | null) => View,
): KeptView<View> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page begins once
  const kept = useMemo(() => {
    const person = personHere();
    let view = begin(views.read(name, person));
    return {
      view: () => view,
      change(change: Partial<View>) {
        view = { ...view, ...change };
      },
      write() {
        // Users who sign out leave nothing behind.
        if (personHere() === person) views.write(name, person, view);
      },
    };
  }, [views, name]);
  useEffect(() => {
    addEventListener('pagehide', kept.write);
    return () => {
      removeEventListener('pagehide', kept.write);
      kept.write();
    };
  }, [kept]);
  return kept;
}
