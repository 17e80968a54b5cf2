import { useEffect, useState } from 'react';

/** How long a page says that a change was saved, in milliseconds. */
const saidMs = 2000;

/** Whether a change was saved a moment ago, and the function that says so. */
export function useSaved(): { saved: boolean; tell: () => void } {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setAt(null), saidMs);
    return () => clearTimeout(timer);
  }, [at]);
  return { saved: at !== null, tell: () => setAt(performance.now()) };
}
