import { useEffect, useMemo } from 'react';
import type { keptViews } from '#platform/kept-view.ts';
import { personHere } from '../line/session.ts';

/** What is looked at on a page. The object stays the same for as long as the page does. */
export interface KeptView<View> {
  /** As it is now. */
  view(): View;
  /** Takes a change along; it is written down when the page is left. */
  change(change: Partial<View>): void;
}

/** Keeps what the signed-in person looks at on the page of this name. `begin` makes the first view of the one that was left. */
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
        // Someone who signs out leaves nothing behind.
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
