import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { confirm, type Question } from '#ui/confirm.ts';

/** Where an address leads. */
interface NextPage {
  readonly pathname: string;
  readonly search: object;
}

interface Leaving {
  /** What is asked. */
  words: Question;
  /** Whether going there leaves what is not saved; every address does by default. */
  leaves?: (next: NextPage) => boolean;
}

/** Asks before anything leads away while something is not saved; a reload too. The sign-in is always let through. */
export function useLeaving(isDirty: boolean, { words, leaves = () => true }: Leaving): void {
  const latest = useRef({ isDirty, words, leaves });
  latest.current = { isDirty, words, leaves };
  const shouldBlockFn = useCallback(async ({ next }: { next: NextPage }) => {
    const { isDirty: asks, words: question, leaves: isLeft } = latest.current;
    if (!asks || next.pathname === '/login' || !isLeft(next)) return false;
    return !(await confirm({ ...question, critical: true }));
  }, []);
  const enableBeforeUnload = useCallback(() => latest.current.isDirty, []);
  useBlocker({ shouldBlockFn, enableBeforeUnload });
}
