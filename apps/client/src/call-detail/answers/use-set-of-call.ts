import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { smartAnswerQueries } from '@sidetone/contract/documents/smart-answer-queries.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { ownSetOf, setForCall } from './answers.ts';

/** The set that a call is answered with, and those that it could be answered with. */
export function useSetOfCall(row: InboxRow) {
  const { t } = useWords();
  const { rows: sets, status } = useLive(smartAnswerQueries.smartAnswerSets, {});
  const { rows: assignments } = useLive(smartAnswerQueries.smartAnswerAssignments, {});
  const [chosen, choose] = useState<string | null>(null);
  const part = row.documentation.smartAnswers;
  const isIncoming = row.call.direction === 'INCOMING';
  const call = { channelId: row.channelId, isIncoming };
  const setId = setForCall({ ...call, setId: ownSetOf(part, chosen) }, sets, assignments);
  const usable = sets.filter(({ questions }) => questions.length > 0);
  const options = usable.map(({ id, title }) => ({ value: id, label: title ?? t(($) => $.smartAnswers.untitled) }));
  const isOwn = options.some(({ value }) => value === setId);
  const former = { value: setId ?? '', label: part?.setTitle ?? t(($) => $.smartAnswers.view.unknownSet) };
  return {
    isKnown: status === 'ready',
    /** There are questions that could be answered. */
    isConfigured: usable.length > 0,
    setId,
    /** The set whose questions are asked next. */
    nextSetId: isOwn ? setId : setForCall({ ...call, setId: null }, sets, assignments),
    /** Null where the set is someone else's, or gone. */
    ownSetId: isOwn ? setId : null,
    options: isOwn || setId === null ? options : [former, ...options],
    choose,
  };
}
