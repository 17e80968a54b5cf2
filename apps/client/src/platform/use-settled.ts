import { useEffect, useState } from 'react';

/** A text once it has not changed for `afterMs` milliseconds; an empty one immediately. */
export function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return text === '' ? '' : settled;
}
