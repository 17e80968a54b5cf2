import { externalLinkOf } from '@sidetone/contract/rules/external-links.ts';
import { userLoadTimeoutMs } from '@sidetone/contract/rules/screen-timing.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { callsView } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { isServerUp } from '#live/line/health.ts';
import { whenServerIsBack } from '#live/line/server-back.ts';
import { session, signOut } from '#live/line/session.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { isDebugMode } from '#platform/debug-mode.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Logo } from '#ui/Logo.tsx';
import { OutsideLink } from './OutsideLink.tsx';
import { StartScreen } from './StartScreen.tsx';

/** The start screen, or the page instead of it, and the message when the account does not load. */
export function Starting({ failed, screen = <StartScreen /> }: { failed: boolean; screen?: ReactNode }) {
  const [tooLong, setTooLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTooLong(true), userLoadTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return failed || tooLong ? <NotLoading /> : screen;
}

function NotLoading() {
  const { t } = useWords();
  // A call may be running behind this page; it is more important.
  useEffect(() => whenServerIsBack(isServerUp, () => callsView().calls.length > 0 || location.reload()), []);
  return (
    <main role="alert" className="grid h-full place-items-center bg-raised">
      <Empty
        page
        drawing={<Logo className="size-9" />}
        title={t(($) => $.app.notLoading.title)}
        text={t(($) => $.app.notLoading.text)}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button tone="primary" autoFocus onClick={() => location.reload()}>
              {t(($) => $.app.tryAgain)}
            </Button>
            <Button onClick={() => void signOut()}>{t(($) => $.app.menu.signOut)}</Button>
            <Help />
          </span>
        }
      />
    </main>
  );
}

/** The page for help; and for developers of the app, the ids of the user. */
function Help() {
  const { t } = useWords();
  const signedIn = useStore(session);
  // A server that does not answer has not said either where its help is.
  const contact = useExternalLink('contact') ?? externalLinkOf({}, 'contact');
  return (
    <span className="mt-2 grid w-full justify-items-center gap-2">
      {contact === null ? null : <OutsideLink href={contact}>{t(($) => $.start.notLoading.help)}</OutsideLink>}
      {isDebugMode() && signedIn.status === 'signedIn' ? (
        <span className="text-12 text-ink-2">
          {t(($) => $.start.notLoading.user, { id: signedIn.claims.webuserId })}
        </span>
      ) : null}
    </span>
  );
}
