import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still mounted, for answers that come after it may have gone. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
