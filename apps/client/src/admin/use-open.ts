import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { openUnder } from './open-under.ts';

/** What is open beside the table, as it stands in the address: an id, `new`, or null for nothing. */
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
