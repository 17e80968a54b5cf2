import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { smartAnswerRoutes } from '@sidetone/contract/http/ai/smart-answer-routes.ts';
import { backendPingMs } from '@sidetone/contract/rules/call-timing.ts';
import { track } from '#live/line/analytics.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { newId } from '#platform/new-id.ts';
import { keptDraftOf } from './kept-drafts.ts';
import { openSet, type SetDesk, type SetFailure } from './set-desk.ts';

interface Opened {
  readonly user: string;
  readonly desk: SetDesk;
  /** How many pages show it. */
  pages: number;
}

/** Sets that are open, or left with something that the server has not got yet. */
const opened = new Map<string, Opened>();

/** What a page of a set asks of this file. */
interface PageOfSet {
  readonly user: string;
  readonly set: SmartAnswerSet;
  onFull(): void;
}

/** The desk of a set, the same one for as long as it is open or has something to save. */
export function deskOf({ user, set, onFull }: PageOfSet): SetDesk {
  const there = opened.get(set.id);
  if (there?.user === user) return there.desk;
  const desk = openSet(
    {
      write: (body, options) =>
        call(smartAnswerRoutes.updateSmartAnswerSet, { params: { setId: set.id }, body }, options),
      remove: (rev) => call(smartAnswerRoutes.deleteSmartAnswerSet, { params: { setId: set.id }, query: { rev } }),
      failureOf,
      whenBack,
      kept: keptDraftOf(user, set.id),
      newId,
      onFirstSaved: () => void track({ name: 'AI Feature Settings Submitted', flag: 'hasSmartAnswers' }),
      onFull,
    },
    set,
  );
  opened.set(set.id, { user, desk, pages: 0 });
  return desk;
}

/** Says that a page shows the set, until the returned function is called: then it is tidied up. */
export function showSet(setId: string, title: () => string): () => void {
  const there = opened.get(setId);
  if (there === undefined) return () => {};
  there.pages += 1;
  return () => {
    there.pages -= 1;
    // React may show it again in the same moment.
    queueMicrotask(() => {
      if (there.pages > 0) return;
      void there.desk.leave(title, () => there.pages > 0).then(() => closeSaved(setId, there));
    });
  };
}

/** Sends what an earlier page kept of a set, without showing it. One that is open here sends its own. */
export function sendKept(page: PageOfSet): void {
  if (!opened.has(page.set.id)) deskOf(page).flush();
}

function closeSaved(setId: string, there: Opened): void {
  const { status } = there.desk.state.getState();
  const isDone = status === 'saved' || status === 'gone' || status === 'conflict';
  if (isDone && there.pages === 0 && opened.get(setId) === there) opened.delete(setId);
}

function failureOf(error: unknown): SetFailure {
  const code = codeOf(error);
  // Only a reached limit is told in a message; everything else is logged, and stands on the page. SERR-047
  console.warn('[settings] a set of questions was not saved:', code);
  switch (code) {
    case 'CONFLICT':
      return 'conflict';
    case 'NOT_FOUND':
      return 'gone';
    case 'SMART_ANSWERS_FULL':
      return 'full';
    case 'FORBIDDEN':
    case 'VALIDATION_FAILED':
    case 'BAD_REQUEST':
      return 'refused';
    default:
      return 'away';
  }
}

/** Once there is a network again, and after 10 s in any case. */
function whenBack(run: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('online', go);
  };
  const go = () => {
    stop();
    run();
  };
  const timer = setTimeout(go, backendPingMs);
  addEventListener('online', go);
  return stop;
}
