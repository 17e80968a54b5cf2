import { useState } from 'react';

const storageKey = 'sidetone.favorites';

/** Whether the favorites stand open, remembered on this device; open until someone folds them away. */
export function useFoldState(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => stored() !== 'folded');
  return [
    open,
    (next) => {
      setOpen(next);
      try {
        localStorage.setItem(storageKey, next ? 'open' : 'folded');
      } catch {
        // A browser that keeps nothing: then it is open again the next time.
      }
    },
  ];
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
