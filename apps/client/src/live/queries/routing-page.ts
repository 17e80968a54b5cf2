import { useExternalLink } from './external-links.ts';
import { useMe } from './me.ts';

/**
 * The page that sets up phones of the classic generation: the operator's own page, else the administration for users
 * who may go there. Null where the signed-in user has no such page.
 */
export function useRoutingPage(): string | null {
  const me = useMe();
  const address = useExternalLink('routing');
  if (address === null || (address.startsWith('/admin/') && me?.admin !== true)) return null;
  return address;
}
