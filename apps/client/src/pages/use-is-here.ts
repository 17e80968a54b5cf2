import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Says whether the newest address still belongs to the route of this page. A page stays on the screen until the next one is
 * there; what it learns in that time must not lead users away from where they have gone.
 */
export function useIsHere(): () => boolean {
  const router = useRouter();
  const routeId = useMatch({ strict: false, select: (match) => match.routeId });
  return useCallback(() => {
    const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
    return matched.some(({ id }) => id === routeId);
  }, [router, routeId]);
}
