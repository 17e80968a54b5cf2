import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Onboarding, SetupPath, User } from '@sidetone/contract/entities/user.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useCallback, useEffect, useId, useState } from 'react';
import { fullName } from '#contacts/colleagues.ts';
import { Starting } from '#entry/Starting.tsx';
import { StartScreen } from '#entry/StartScreen.tsx';
import { useSignedIn } from '#entry/use-signed-in.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { dialogSearch } from '#pages/dialogs.ts';
import { useTitle } from '#pages/use-title.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { inTurn } from '#platform/in-turn.ts';
import { localFlags } from '#platform/local-flags.ts';
import { toast } from '#ui/toasts.ts';
import { Inside } from '#window/Inside.tsx';
import { ContactsPage } from './ContactsPage.tsx';
import { DonePage } from './DonePage.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { SetupFooter } from './SetupFooter.tsx';
import { SetupWindow } from './SetupWindow.tsx';
import type { SetupPageProps } from './setup-page-props.ts';
import { type SetupStep, stepAt, waysFrom } from './setup-steps.ts';
import { WelcomePage } from './WelcomePage.tsx';

const pages: Record<SetupStep, ComponentType<SetupPageProps>> = {
  start: WelcomePage,
  integrations: ContactsPage,
  done: DonePage,
};

/**
 * A user's first start, one page after the other. The server keeps their place, so they can continue on any machine.
 */
export function SetupPage({ splat }: { splat: string }) {
  return (
    <Inside>
      <Setup splat={splat} />
    </Inside>
  );
}

/** Whether the setup ended in this page. Users who open it again by its address may look at it. */
let wasEnded = false;

function Setup({ splat }: { splat: string }) {
  useSignedIn();
  const [isOver] = useState(() => wasEnded);
  const found = stepAt(splat);
  const me = useMe();
  const { status } = useLive(phoneQueries.me, {});
  useEffect(() => bridge().resizeWindow('setup'), []);
  // By a step back: the setup is over, and the app opens where the user was.
  if (isOver) return <Navigate to="/" replace />;
  if (found === null)
    return (
      <Navigate to="/setup/$" params={{ _splat: 'start' }} search={(before) => dialogSearch.parse(before)} replace />
    );
  if (me === null) return <Starting failed={status === 'failed'} screen={<StartScreen layout="setup" />} />;
  return <Step key={found.step} me={me} {...found} />;
}

function Step({ me, step, rest }: { me: User; step: SetupStep; rest: readonly string[] }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const headingId = useId();
  const [busy, setBusy] = useState(false);
  useTitle(t(($) => $.start.setup.steps[step]));
  useKeptPlace(me.onboarding, waysFrom(step).path);

  const finish = async (goOn: () => void) => {
    setBusy(true);
    try {
      if (!me.onboarding.completed) await keep({ completed: true, path: null });
      wasEnded = true;
      goOn();
    } catch (error) {
      setBusy(false);
      toast({ tone: 'error', title: t(($) => $.start.setup.notKept), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  const checkSound = () => navigate({ to: '/audio-setup/$', params: { _splat: '' }, replace: true });
  const end = () =>
    finish(() => {
      if (waysFrom(step).next === 'sound' && !localFlags.getState().audioSetupCompleted) return void checkSound();
      bridge().resizeWindow('main');
      void navigate({ to: '/main/channels/$channelId', params: { channelId: privateChannelId }, replace: true });
    });
  const go = useCallback(
    (next: string) => {
      const below = next.split('/').map(encodeURIComponent).join('/');
      void navigate({ to: '/setup/$', params: { _splat: next === '' ? step : `${step}/${below}` } });
    },
    [navigate, step],
  );

  const Page = pages[step];
  return (
    <SetupWindow
      name={fullName(me)}
      footer={
        <SetupFooter step={step} busy={busy} headingId={headingId} takesFocus={step !== 'integrations'} onEnd={end}>
          <LanguageChoice me={me} />
        </SetupFooter>
      }
    >
      <Page
        me={me}
        headingId={headingId}
        rest={rest}
        onGo={go}
        onCheckSound={() => void finish(() => void checkSound())}
      />
    </SetupWindow>
  );
}

/**
 * Keeps this page as the one to continue from, once it is opened, unless the setup is over and the user only looks at
 * it again. The place in another window is not taken back: two windows would go on about it for ever.
 */
function useKeptPlace({ completed }: Onboarding, path: SetupPath): void {
  const [isNew] = useState(!completed);
  useEffect(() => {
    if (!isNew) return;
    keep({ completed: false, path }).catch((cause: unknown) => {
      // The user would only begin at an earlier page on another machine.
      console.warn('[setup] place not kept', cause);
    });
  }, [isNew, path]);
}

/** One after the other: a page that was left must not come after the end of the setup. */
const places = inTurn<unknown>();

function keep(onboarding: { completed: boolean; path: SetupPath | null }): Promise<unknown> {
  return places.run('place', () => call(sessionRoutes.updateUser, { body: { onboarding } }));
}
