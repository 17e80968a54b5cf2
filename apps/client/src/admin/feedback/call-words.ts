import { type AdminCallFeedback, callRatingReasons } from '@sidetone/contract/entities/feedback.ts';
import { useCallback } from 'react';
import { useWords } from '#i18n/use-words.ts';

/** The feedback on a call in a few words: the reason where there is one, else the tag. */
export function useCallWords(): (feedback: Pick<AdminCallFeedback, 'rating' | 'tag' | 'reason'>) => string {
  const { t } = useWords();
  return useCallback(
    ({ rating, tag, reason }) => {
      if (rating === 'GOOD') return t(($) => $.admin.feedback.good);
      const known = callRatingReasons.find((one) => one === reason);
      if (known) return t(($) => $.feedback.rating.reasons[known]);
      return tag === null ? t(($) => $.admin.feedback.bad) : t(($) => $.feedback.quality.tags[tag]);
    },
    [t],
  );
}
