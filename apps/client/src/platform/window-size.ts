import { useSyncExternalStore } from 'react';

/** Below this width the left column becomes a rail. */
const railBelow = '(width < 1000px)';

/** Whether the window is so narrow that the left column is a rail and the dock a bar. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(railBelow);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(railBelow).matches,
  );
}
