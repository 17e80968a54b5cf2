import { redirect } from '@tanstack/react-router';
import { session } from '#live/line/session.ts';

/** Users who are signed out come back here after the sign-in. */
export function signedInOnly({ location }: { location: { href: string } }): void {
  if (session.getState().status === 'signedIn') return;
  throw redirect({ to: '/login', search: { returnTo: location.href } });
}
