import { useSyncExternalStore } from 'react';

/** Below this width the left column becomes a rail. */
const railBelow = matchMedia('(width < 1000px)');
/** Below this one the dock spans the window. */
const compactBelow = matchMedia('(width < 560px)');

/** Whether the window is so narrow that the left column is a rail and the dock a bar. */
export function useNarrow(): boolean {
  return useMatch(railBelow);
}

/** Whether the window is hardly wider than a phone's. */
export function useCompact(): boolean {
  return useMatch(compactBelow);
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
