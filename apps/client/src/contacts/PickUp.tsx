import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { Suspense } from 'react';
import { withLaterWords } from '#i18n/language.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Unharmed } from '#ui/Unharmed.tsx';
import { fullName, useColleagues } from './colleagues.ts';

const PickUpButton = lazyPart(
  withLaterWords(() => import('#calls/PickUpButton.tsx').then((part) => part.PickUpButton)),
);

interface PickUpProps {
  /** Whom a call rings. */
  userId: string;
  /** It rings in a shared channel that the user is in. */
  isOwnChannel?: boolean;
  /** That of the buttons beside it. */
  size?: 's' | 'm';
}

/**
 * The way to take the call that rings a colleague. Nothing where the user may not: members of its channel always may, others
 * if the company lets them.
 */
export function PickUp({ userId, isOwnChannel = false, size = 's' }: PickUpProps) {
  const account = useLive(phoneQueries.account, {}).rows[0];
  const me = useMe();
  const colleague = useColleagues().get(userId);
  const extension = colleague?.extension ?? null;
  // Apps of the classic generation dial no codes of ours.
  const mayPickUp = account?.flags.hasNeoPbx === true && (isOwnChannel || account.callSettings.picksUpColleagues);
  if (!mayPickUp || !colleague || extension === null || userId === me?.id) return null;
  return (
    <Unharmed of={userId}>
      <Suspense fallback={null}>
        <PickUpButton extension={extension} name={fullName(colleague)} size={size} />
      </Suspense>
    </Unharmed>
  );
}
