import { useSyncExternalStore } from 'react';

/** Below this width the left column becomes a rail. */
const railBelow = matchMedia('(width < 1000px)');
/** Below this one the dock spans the window. */
const compactBelow = matchMedia('(width < 560px)');
/** From this width on there is room for a page beside the list that it was opened from. */
const wideFrom = matchMedia('(width >= 1280px)');

/** Whether the window is so narrow that the left column is a rail and the dock a bar. */
export function useNarrow(): boolean {
  return useMatch(railBelow);
}

/** Whether the window is hardly wider than a phone's. */
export function useCompact(): boolean {
  return useMatch(compactBelow);
}

/** Whether a slide-over is beside the list, and not over it. */
export function useWide(): boolean {
  return useMatch(wideFrom);
}

function useMatch(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => query.matches,
  );
}
