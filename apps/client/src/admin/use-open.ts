import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { openUnder } from './open-under.ts';

/** The panel beside the table, as the address names it: an id, `new`, or null for none. */
export function useOpen(): { open: string | null; setOpen: (id: string | null) => void } {
  const { open, dialog } = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = useRef<string | null>(null);
  shown.current = openUnder(open ?? null, dialog !== undefined, shown.current);
  return {
    open: shown.current,
    setOpen: (id) => void navigate({ to: '.', search: id === null ? {} : { open: id } }),
  };
}
