import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { chooseLanguage } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { isGone } from '#live/line/password-sign-in.ts';
import { useTitle } from '#pages/use-title.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { SignInForm } from './SignInForm.tsx';
import { signInHere, signInWaiting } from './sign-in-here.ts';

/** The provider's form, for programs beside this browser. `uid` names the sign-in that waits for it. */
export function SignInPage({ uid }: { uid: string }) {
  const { t } = useWords();
  useTitle(t(($) => $.signIn.button));
  const navigate = useNavigate();
  const waiting = useQuery({
    queryKey: ['sign-in', uid],
    queryFn: ({ signal }) => call(sessionRoutes.waitingSignIn, { params: { uid } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOver = waiting.isError && isGone(waiting.error);
  const language = waiting.data?.language ?? null;

  useEffect(() => {
    // Used up or too old: on to the app, or to a form that works.
    if (isOver) void navigate({ to: '/login', replace: true });
  }, [isOver, navigate]);
  useEffect(() => {
    if (language !== null) void chooseLanguage(language);
  }, [language]);

  if (waiting.isPending || isOver) return <EntryFrame>{null}</EntryFrame>;
  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">{t(($) => $.signIn.button)}</h1>
      <SignInForm
        intro={<p className="mb-6 max-w-[380px] text-14 text-ink-2">{t(($) => $.signIn.introForm)}</p>}
        begin={async () => uid}
        onSignIn={async (who) => {
          try {
            return await signInWaiting(uid, who);
          } catch (error) {
            // It expired while the form was open: the user can sign in in this browser instead.
            if (isGone(error)) return await signInHere(who, '/');
            throw error;
          }
        }}
      />
    </EntryFrame>
  );
}
