import { customWordsQueries } from '@sidetone/contract/documents/custom-words-query.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLive } from '#live/queries/live.ts';
import { deskOf } from './browser-words.ts';
import type { DeskState, WordsDesk } from './words-desk.ts';

/** The account's list for as long as the page is shown; what is not saved by then is saved afterwards. */
export function useWordList(me: User): {
  readonly desk: WordsDesk;
  readonly list: DeskState;
} {
  const [desk] = useState(() => deskOf(me.id, me.masterSipId));
  const [row] = useLive(customWordsQueries.customWords, {}).rows;
  useEffect(() => {
    if (row !== undefined) desk.hear({ words: row.words, rev: row.rev });
  }, [desk, row]);
  useEffect(() => {
    desk.open();
    return desk.close;
  }, [desk]);
  return { desk, list: useStore(desk.state) };
}
