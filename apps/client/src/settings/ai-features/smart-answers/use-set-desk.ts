import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import type { SetDesk, SetDeskState } from './set-desk.ts';
import { deskOf, showSet } from './set-desks.ts';
import { defaultTitle } from './set-draft.ts';

interface SetDeskProps {
  set: SmartAnswerSet;
  /** All sets of the user, this one among them. */
  sets: readonly SmartAnswerSet[];
  user: string;
  onFull: () => void;
}

/** A set for as long as its page is shown: what stands in its fields, and how it stands with the server. */
export function useSetDesk({ set, sets, user, onFull }: SetDeskProps): SetDeskState & { desk: SetDesk } {
  const { t } = useWords();
  const latest = useRef({ sets, onFull, t });
  useEffect(() => {
    latest.current = { sets, onFull, t };
  });
  const [desk] = useState(() => deskOf({ user, set, onFull: () => latest.current.onFull() }));
  useEffect(() => desk.hear(set), [desk, set]);
  useEffect(() => {
    const titleOf = () =>
      defaultTitle(latest.current.sets, (number) => latest.current.t(($) => $.smartAnswers.defaultTitle, { number }));
    const leave = showSet(set.id, titleOf);
    const hide = () => document.hidden && desk.flush();
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', desk.leavePage);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', desk.leavePage);
      leave();
    };
  }, [desk, set.id]);
  return { desk, ...useStore(desk.state) };
}
