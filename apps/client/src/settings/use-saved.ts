import { useEffect, useState } from 'react';

/** How long a page says that a change is taken, in milliseconds. */
const saidMs = 2000;

/** Whether a change was taken a moment ago, and what says so. */
export function useSaved(): { saved: boolean; tell: () => void } {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setAt(null), saidMs);
    return () => clearTimeout(timer);
  }, [at]);
  return { saved: at !== null, tell: () => setAt(performance.now()) };
}
