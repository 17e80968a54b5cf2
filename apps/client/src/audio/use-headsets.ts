import { useEffect, useState } from 'react';
import { allowedHeadsets, followHeadsets, type Headset } from './headset.ts';

/** Headsets that are allowed and plugged in, live; null until the browser has listed them. */
export function useHeadsets(): readonly Headset[] | null {
  const [headsets, setHeadsets] = useState<readonly Headset[] | null>(null);
  useEffect(() => {
    let current = true;
    const look = () => {
      allowedHeadsets().then(
        (found) => current && setHeadsets(found),
        (cause: unknown) => console.warn('[audio] listing headsets failed', cause),
      );
    };
    look();
    const stop = followHeadsets(look);
    return () => {
      current = false;
      stop();
    };
  }, []);
  return headsets;
}
