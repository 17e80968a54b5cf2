import type { SignOnOutcome } from '@sidetone/contract/entities/single-sign-on.ts';
import { signOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { isGone } from '#live/line/password-sign-in.ts';
import { useTitle } from '#pages/use-title.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { SecondStep } from './second-step/SecondStep.tsx';
import { uidOfAnswer } from './single-sign-on/leave-for-sign-on.ts';

const tooLate: SignOnOutcome = { redirectTo: null, step: null, problem: 'over' };

async function comeBack(search: string): Promise<SignOnOutcome> {
  const uid = uidOfAnswer(search);
  if (uid === null) return tooLate;
  try {
    return await call(signOnRoutes.returnFromSignOn, { params: { uid }, body: { search } });
  } catch (error) {
    if (isGone(error)) return tooLate;
    throw error;
  }
}

/** What a browser comes back to from the provider of a company. */
export function CompanyReturnPage() {
  const { t } = useWords();
  const title = t(($) => $.signOn.title);
  useTitle(title);
  const navigate = useNavigate();
  const [search] = useState(() => location.search);
  const { data, error } = useQuery({
    queryKey: ['returns-from-sign-on', search],
    queryFn: () => comeBack(search),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const redirectTo = data?.redirectTo ?? null;
  useEffect(() => {
    // What the provider gave stays neither in the address nor in the history.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  useEffect(() => {
    if (redirectTo !== null) location.replace(redirectTo);
  }, [redirectTo]);
  const problem = data?.problem ?? null;
  const uid = uidOfAnswer(search);
  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">{title}</h1>
      {data?.step && uid !== null ? (
        <SecondStep uid={uid} step={data.step} onBack={() => void navigate({ to: '/login', replace: true })} />
      ) : null}
      {problem === null && !error && !data?.step ? (
        <p role="status" className="flex items-center gap-2 text-14 text-ink-2">
          <Spinner />
          {t(($) => $.signOn.checking)}
        </p>
      ) : null}
      {problem !== null || error ? (
        <>
          <p role="alert" className="mb-5 max-w-[380px] text-missed">
            {problem === null ? t(($) => $.errors[codeOf(error)]) : t(($) => $.signOn.problems[problem])}
          </p>
          <Link to="/login" className="font-med text-accent">
            {t(($) => $.signOn.back)}
          </Link>
        </>
      ) : null}
    </EntryFrame>
  );
}
