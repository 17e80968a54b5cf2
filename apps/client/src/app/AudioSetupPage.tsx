import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { fullName } from '#contacts/colleagues.ts';
import { useSignedIn } from '#entry/use-signed-in.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { useTitle } from '#pages/use-title.ts';
import { AudioSetup } from '#settings/AudioSetup.tsx';
import { Logo } from '#ui/Logo.tsx';
import { Inside } from '#window/Inside.tsx';
import { SetupWindow } from './setup/SetupWindow.tsx';

/** The sound of this browser, before the app is used in it for the first time. */
export function AudioSetupPage() {
  return (
    <Inside>
      <Page />
    </Inside>
  );
}

function Page() {
  const { t } = useWords();
  useSignedIn();
  useTitle(t(($) => $.audio.setup.title));
  const me = useMe();
  const navigate = useNavigate();
  const finish = useCallback(
    () => void navigate({ to: '/main/channels/$channelId', params: { channelId: privateChannelId }, replace: true }),
    [navigate],
  );
  return (
    <SetupWindow {...(me ? { name: fullName(me) } : {})}>
      <section className="my-auto w-full max-w-[640px] rounded-l border border-line bg-raised px-10 pt-8 pb-7 shadow-e1 empty:hidden max-[559px]:px-5">
        <AudioSetup logo={<Logo className="size-7.5" />} onFinished={finish} />
      </section>
    </SetupWindow>
  );
}
