import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { useIsHere } from '#pages/use-is-here.ts';
import { useLocalFlag } from '#platform/local-flags.ts';
import { Starting } from './Starting.tsx';
import { mainRoute, startRoute } from './start-route.ts';
import { useSignedIn } from './use-signed-in.ts';

/** The page of signed-in users who asked for no page of the app: leads on to where it begins for them. */
export function StartPage() {
  useSignedIn();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const me = useMe();
  const { status } = useLive(phoneQueries.me, {});
  const audioSetupCompleted = useLocalFlag('audioSetupCompleted');
  const { search } = useDialogs();
  const to = me === null ? null : startRoute({ onboarding: me.onboarding, audioSetupCompleted });
  useEffect(() => {
    if (to === null || !isHere()) return;
    if (to !== mainRoute) return void navigate({ href: to, replace: true });
    // The address names a dialog, if not the page under it.
    const params = { channelId: privateChannelId };
    void navigate({ to: '/main/channels/$channelId', params, search, replace: true });
  }, [to, isHere, navigate, search]);
  return <Starting failed={status === 'failed'} />;
}
