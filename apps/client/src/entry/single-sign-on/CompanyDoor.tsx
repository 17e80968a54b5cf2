import type { SignOnProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { pauseOffer } from '#second-factor/passkey-autofill.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { leaveForSignOn } from './leave-for-sign-on.ts';

interface CompanyDoorProps {
  /** By which the company is found. */
  email: string;
  /** Gives the sign-in that waits for it. */
  begin: () => Promise<string>;
  tone?: 'default' | 'primary';
}

/** The way in by the provider of the company. */
export function CompanyDoor({ email, begin, tone = 'default' }: CompanyDoorProps) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignOnProblem | 'emailFirst' | { code: ApiErrorCode } | null>(null);
  const leave = async () => {
    if (busy) return;
    if (!email.includes('@')) return setProblem('emailFirst');
    setBusy(true);
    setProblem(null);
    const offerAgain = pauseOffer();
    const stay = (why: SignOnProblem | { code: ApiErrorCode }) => {
      setBusy(false);
      setProblem(why);
      offerAgain();
    };
    try {
      const found = await leaveForSignOn(await begin(), { email: email.trim() });
      // Until the other page is there, nothing else can be done here.
      if (found !== null) stay(found);
    } catch (error) {
      stay({ code: codeOf(error) });
    }
  };
  const words = () => {
    if (problem === null) return null;
    if (problem === 'emailFirst') return t(($) => $.signOn.emailFirst);
    if (typeof problem === 'object') return t(($) => $.errors[problem.code]);
    return t(($) => $.signOn.problems[problem]);
  };
  return (
    <div className="mt-3 w-[320px] max-w-full">
      <Button tone={tone} size="xl" className="w-full" aria-disabled={busy || undefined} onClick={() => void leave()}>
        {busy ? <Spinner /> : null}
        {t(($) => (busy ? $.signOn.going : $.signOn.door))}
      </Button>
      <div role="alert" className="mt-2 text-missed empty:hidden">
        {words()}
      </div>
    </div>
  );
}
