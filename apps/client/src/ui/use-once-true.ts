import { useState } from 'react';

/** True from the first time on: nothing is loaded before, and a closing dialog is still drawn. */
export function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}
