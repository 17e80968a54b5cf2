import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link to an address of the app: it does not load the page again, and can be opened in a tab of its own. */
export function AddressLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter();
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        router.history.push(href);
      }}
      {...rest}
    />
  );
}
