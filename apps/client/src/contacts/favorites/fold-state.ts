import { useState } from 'react';

const storageKey = 'sidetone.favorites';

/** Whether the favorites are open, remembered on this device; open until the user folds them away. */
export function useFoldState(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => stored() !== 'folded');
  return [
    open,
    (next) => {
      setOpen(next);
      try {
        localStorage.setItem(storageKey, next ? 'open' : 'folded');
      } catch {
        // Without storage they are open again the next time.
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
