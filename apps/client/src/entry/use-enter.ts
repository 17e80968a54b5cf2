import { useNavigate } from '@tanstack/react-router';
import { bridge } from '#platform/desktop-bridge.ts';
import { toast } from '#ui/toasts.ts';
import { useServerInfoAgain } from './server-info.ts';
import { signInHere, type Typed } from './sign-in-here.ts';

/**
 * Signs in in this browser with the password that was just chosen in it, and goes on to `returnTo`. Where that does not
 * work, as in the desktop program, which needs the user in the system's browser, the sign-in page is next, and `chosen`
 * says so.
 */
export function useEnter(chosen: string): (who: Typed, returnTo: string) => Promise<void> {
  const navigate = useNavigate();
  const askServerAgain = useServerInfoAgain();
  return async (who, returnTo) => {
    if (bridge().nativeSignIn === null) {
      try {
        return location.replace(await signInHere(who, returnTo));
      } catch (error) {
        console.warn('[sign-in] not signed in with the new password', error instanceof Error ? error.name : 'unknown');
      }
    }
    toast({ tone: 'ok', title: chosen });
    // The sign-in page leads users on to the set-up if the server still asks for it.
    await askServerAgain();
    void navigate({ to: '/login', replace: true, search: { returnTo } });
  };
}
