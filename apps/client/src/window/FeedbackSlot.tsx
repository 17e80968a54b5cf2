import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { useStore } from 'zustand';
import { useLoggingRequest } from '#crm-logging/LoggingSlot.tsx';
import { isDialogOpen } from '#dialling/commands.ts';
import { askedCalls, closeCallQuality } from '#feedback/asked-calls.ts';
import { useCallRating } from '#feedback/use-call-rating.ts';
import { withLaterWords } from '#i18n/language.ts';
import { useLive } from '#live/queries/live.ts';
import { closeDialog, type DialogName, dialogOf, openDialog, useDialogs } from '#pages/dialogs.ts';
import { useVersion } from '#settings/use-version.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useOnceTrue } from '#ui/use-once-true.ts';

const FeedbackDialog = lazyPart(
  withLaterWords(() => import('#feedback/FeedbackDialog.tsx').then((part) => part.FeedbackDialog)),
);
const RatingDialog = lazyPart(
  withLaterWords(() => import('#feedback/RatingDialog.tsx').then((part) => part.RatingDialog)),
);
const QualityOverlay = lazyPart(
  withLaterWords(() => import('#feedback/QualityOverlay.tsx').then((part) => part.QualityOverlay)),
);

/** The names of the feedback and of the rating of a call in addresses. */
const feedback = 'feedback' satisfies DialogName;
const callRating = 'call-rating' satisfies DialogName;

/** The dialogs for feedback on the product and on calls, over any page. */
export function FeedbackSlot() {
  const { path } = useDialogs();
  const router = useRouter();
  const { rated, quality } = useStore(askedCalls);
  const account = useLive(phoneQueries.account, {}).rows[0];
  const version = useVersion() ?? '';
  const engine = account?.flags.hasNeoPbx ? 'sip' : 'classic';
  const close = useCallback(
    (which: string) => {
      if (dialogOf(router) === which) closeDialog(router);
    },
    [router],
  );
  const closeFeedback = useCallback(() => close(feedback), [close]);
  const closeRating = useCallback(() => close(callRating), [close]);
  useCallRating({
    isFree: () => !isDialogOpen(),
    onAsk: () => openDialog(router, callRating),
    onCall: closeRating,
    waits: useLoggingRequest() !== null,
  });
  const isShown = useOnceTrue(path === feedback);
  const isRating = useOnceTrue(path === callRating);
  return (
    <Suspense>
      {isShown ? <FeedbackDialog open={path === feedback} version={version} onClose={closeFeedback} /> : null}
      {isRating ? (
        <RatingDialog
          key={rated?.docId}
          open={path === callRating}
          call={rated}
          engine={engine}
          onClose={closeRating}
        />
      ) : null}
      {quality === null ? null : <QualityOverlay key={quality.docId} call={quality} onClose={closeCallQuality} />}
    </Suspense>
  );
}
