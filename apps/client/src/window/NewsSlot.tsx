import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { callsView } from '#calls/calls.ts';
import { useChannels } from '#channels/channels.ts';
import { withLaterWords } from '#i18n/language.ts';
import { useLive } from '#live/queries/live.ts';
import { closeDialog, type DialogName, dialogOf, openDialog, useDialogs } from '#pages/dialogs.ts';
import { localFlags, setLocalFlag } from '#platform/local-flags.ts';
import { useVersion } from '#settings/use-version.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useOnceTrue } from '#ui/use-once-true.ts';
import { presentHint } from './menu/present-hint.ts';
import { isIntroDue } from './news/intro-due.ts';

const ChangelogDialog = lazyPart(
  withLaterWords(() => import('./news/ChangelogDialog.tsx').then((part) => part.ChangelogDialog)),
);
const IntroDialog = lazyPart(withLaterWords(() => import('./news/IntroDialog.tsx').then((part) => part.IntroDialog)));

/** The names of the changelog and of the introduction in addresses. */
export const changelogDialog = 'changelog' satisfies DialogName;
export const introDialog = 'intro' satisfies DialogName;

/**
 * News about the app itself, over any page. The introduction opens by itself for users who never saw it, once the
 * window is `ready`.
 */
export function NewsSlot({ ready }: { ready: boolean }) {
  const router = useRouter();
  const { path } = useDialogs();
  const version = useVersion() ?? '';
  const isChangelog = path === changelogDialog;
  const isIntro = path === introDialog;
  const wasChangelog = useOnceTrue(isChangelog);
  const wasIntro = useOnceTrue(isIntro);
  const own = useChannels().own?.id;
  useEffect(() => {
    if (isChangelog && version !== '') setLocalFlag('changesSeen', version);
  }, [isChangelog, version]);
  const close = useCallback(
    (which: string) => {
      if (dialogOf(router) === which) closeDialog(router);
    },
    [router],
  );
  const closesIntro = useEffectEvent(() => {
    // The version that new users start with is not news to them.
    if (localFlags.getState().introSeenAt === null) {
      setLocalFlag('featureHintClosed', presentHint);
      if (version !== '') setLocalFlag('changesSeen', version);
    }
    setLocalFlag('introSeenAt', new Date().toISOString());
  });
  // By a key, a press or a step back: users who saw it close have seen it.
  useEffect(() => (isIntro ? () => closesIntro() : undefined), [isIntro]);
  return (
    <>
      {ready && own !== undefined ? <IntroOpener channelId={own} /> : null}
      <Suspense>
        {wasChangelog ? (
          <ChangelogDialog open={isChangelog} version={version} onClose={() => close(changelogDialog)} />
        ) : null}
        {wasIntro ? <IntroDialog open={isIntro} onClose={() => close(introDialog)} /> : null}
      </Suspense>
    </>
  );
}

/**
 * Opens the introduction, unless there is something else to do first; then it waits for the next start. A private inbox
 * without calls has its own welcome.
 */
function IntroOpener({ channelId }: { channelId: string }) {
  const router = useRouter();
  const newest = useLive(phoneQueries.inbox, { channelId, limit: 1 });
  const greets = newest.status === 'ready' ? newest.rows.length === 0 : null;
  const decided = useRef(false);
  useEffect(() => {
    if (greets === null || decided.current) return;
    decided.current = true;
    if (greets || !isIntroDue(localFlags.getState().introSeenAt)) return;
    const isFree = dialogOf(router) === null && callsView().calls.length === 0;
    if (isFree && router.state.location.pathname.startsWith('/main')) openDialog(router, introDialog);
  }, [greets, router]);
  return null;
}
