import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { withClaims } from '@sidetone/contract/entities/user.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { session } from '../line/session.ts';
import { useLive } from './live.ts';

/** The signed-in user's record, with the identity that the token proves (specification 3); null until it is there. */
export function useMe() {
  const record = useLive(phoneQueries.me, {}).rows[0];
  const signedIn = useStore(session);
  return useMemo(
    () => (record && signedIn.status === 'signedIn' ? withClaims(record, signedIn.claims) : null),
    [record, signedIn],
  );
}
