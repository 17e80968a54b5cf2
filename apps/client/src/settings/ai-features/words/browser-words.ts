import { type CustomWords, customWord } from '@sidetone/contract/entities/feature.ts';
import { customWordsRoutes } from '@sidetone/contract/http/ai/custom-words-routes.ts';
import i18next from 'i18next';
import { z } from 'zod';
import { track } from '#live/line/analytics.ts';
import { ApiError } from '#live/line/api-error.ts';
import { isServerUp } from '#live/line/health.ts';
import { call } from '#live/line/http.ts';
import { whenServerIsBack } from '#live/line/server-back.ts';
import { session } from '#live/line/session.ts';
import { newId } from '#platform/new-id.ts';
import { toast } from '#ui/toasts.ts';
import { type Draft, type WordsDesk, wordsDesk } from './words-desk.ts';

/** Another attempt is made then in any case. */
const retryMs = 10_000;
const storageKey = 'sidetone.words';
const keptDraft = z.object({
  user: z.string(),
  account: z.string(),
  base: z.array(customWord),
  rows: z.array(customWord),
});

let opened: { readonly user: string; readonly account: string; readonly desk: WordsDesk } | null = null;

/** The list of the account for the signed-in user: one for all visits of the page, so that it saves on when it is closed. */
export function deskOf(user: string, account: string): WordsDesk {
  if (opened?.user === user && opened.account === account) return opened.desk;
  const desk = openDesk(user, account);
  opened = { user, account, desk };
  return desk;
}

addEventListener('pagehide', () => opened?.desk.leavePage());
document.addEventListener('visibilitychange', () => document.hidden && opened?.desk.flush());

function openDesk(user: string, account: string): WordsDesk {
  const params = { accountId: account };
  const write = async (body: CustomWords, options: { keepalive?: boolean }) => {
    mustBe(user);
    return await call(customWordsRoutes.writeCustomWords, { params, body }, options);
  };
  return wordsDesk({
    newId,
    write: (list) => write(list, {}),
    // It is kept here until it is known to have arrived.
    writeUrgently: (list) => void write(list, { keepalive: true }).catch(() => {}),
    async read() {
      mustBe(user);
      return await call(customWordsRoutes.customWords, { params });
    },
    kept: { read: () => readDraft(user, account), write: (draft) => writeDraft(user, account, draft) },
    whenReachable,
    onFirstSaved: () => void track({ name: 'AI Feature Settings Submitted', flag: 'hasCustomWords' }),
    onBoth: () =>
      void toast({
        id: 'custom-words',
        tone: 'info',
        title: i18next.t(($) => $.customWords.both),
        text: i18next.t(($) => $.customWords.bothText),
      }),
    onRefused: (code) =>
      void toast({
        id: 'custom-words',
        tone: 'error',
        title: i18next.t(($) => $.customWords.notSaved),
        text: i18next.t(($) => $.errors[code], { detail: '' }),
      }),
  });
}

/** Once there is a network again, or the server answers, and after ten seconds in any case. */
function whenReachable(run: () => void): void {
  const once = () => {
    removeEventListener('online', once);
    stop();
    clearTimeout(timer);
    run();
  };
  addEventListener('online', once);
  const stop = whenServerIsBack(isServerUp, once);
  const timer = setTimeout(once, retryMs);
}

/** Words are sent only while the user is signed in who typed them. */
function mustBe(user: string): void {
  const now = session.getState();
  const here = now.status === 'signedIn' ? now.claims.webuserId : null;
  if (here !== user) throw new ApiError('UNAUTHENTICATED', 'the words were typed by a user who is not signed in');
}

function readDraft(user: string, account: string): Draft | null {
  try {
    const found = keptDraft.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return found.success && found.data.user === user && found.data.account === account ? found.data : null;
  } catch {
    return null;
  }
}

function writeDraft(user: string, account: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify({ user, account, base: draft.base, rows: draft.rows }));
  } catch {
    // Without storage the words last as long as the tab.
  }
}
