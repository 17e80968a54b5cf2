import { useExternalLink } from './external-links.ts';
import { useMe } from './me.ts';

/**
 * Where the phones of the classic generation are run: a page of the operator's, else the administration, for who may go
 * there. Null where the signed-in person has no such page.
 */
export function useRoutingPage(): string | null {
  const me = useMe();
  const address = useExternalLink('routing');
  if (address === null || (address.startsWith('/admin/') && me?.admin !== true)) return null;
  return address;
}
