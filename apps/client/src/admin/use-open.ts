import { useNavigate, useSearch } from '@tanstack/react-router';

/** What is open beside the table, as it stands in the address: an id, `new`, or null for nothing. */
export function useOpen(): { open: string | null; setOpen: (id: string | null) => void } {
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    open: open ?? null,
    setOpen: (id) => void navigate({ to: '.', search: id === null ? {} : { open: id } }),
  };
}
