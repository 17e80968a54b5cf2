import { useEffect, useState } from 'react';
import { callsView } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { isServerUp } from '#live/health.ts';
import { whenServerIsBack } from '#live/server-back.ts';
import { signOut } from '#live/session.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Logo } from './Logo.tsx';
import { StartScreen } from './StartScreen.tsx';

/** After this long the start screen stops waiting, in milliseconds. */
const patienceMs = 30_000;

/** The start screen, and what stands there when the account does not come. */
export function Starting({ failed }: { failed: boolean }) {
  const [tooLong, setTooLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTooLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return failed || tooLong ? <NotLoading /> : <StartScreen />;
}

function NotLoading() {
  const { t } = useWords();
  // A call may be running behind this page; it is worth more.
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
          </span>
        }
      />
    </main>
  );
}
