import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { endOffer, offerPasskeys, pauseOffer } from '#second-factor/passkey-autofill.ts';
import { answerByPasskey, NoPasskey } from '#second-factor/use-second-factor.ts';
import { Button } from '#ui/Button.tsx';

interface PasskeyDoorProps {
  /** Gives the sign-in that waits for it. */
  begin: () => Promise<string>;
  /** The user is on another way in. */
  isBusy: boolean;
}

/** The way in without a password: by the button, or by what the browser offers where the email address is typed. */
export function PasskeyDoor({ begin, isBusy }: PasskeyDoorProps) {
  const { t } = useWords();
  const [problem, setProblem] = useState<string | null>(null);
  const wordsFor = usePasskeyProblem();
  const offer = useEffectEvent(() => offerPasskeys({ begin, onRefused: (error) => setProblem(wordsFor(error)) }));
  useEffect(() => {
    if (isBusy) return;
    offer();
    return endOffer;
  }, [isBusy]);
  return (
    <div className="mt-3 w-[320px] max-w-full">
      <PasskeyButton begin={begin}>{t(($) => $.secondFactor.door.usePasskey)}</PasskeyButton>
      <div role="alert" className="mt-2 text-missed empty:hidden">
        {problem}
      </div>
    </div>
  );
}

/** What went wrong with a passkey, in words. */
function usePasskeyProblem(): (error: unknown) => string {
  const { t } = useWords();
  return (error) => {
    const code = codeOf(error);
    if (error instanceof NoPasskey) return t(($) => $.secondFactor.door.noPasskey);
    if (code === 'WRONG_CREDENTIALS') return t(($) => $.secondFactor.door.wrongPasskey);
    if (code === 'FORBIDDEN') return t(($) => $.signOn.required);
    if (code === 'NOT_FOUND') return t(($) => $.secondFactor.door.over);
    return t(($) => $.errors[code]);
  };
}

interface PasskeyButtonProps extends Pick<PasskeyDoorProps, 'begin'> {
  tone?: 'default' | 'primary';
  children: ReactNode;
}

/** Asks the browser for a passkey, and goes on with it. */
export function PasskeyButton({ begin, tone = 'default', children }: PasskeyButtonProps) {
  const wordsFor = usePasskeyProblem();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const offerAgain = pauseOffer();
    try {
      location.replace(await answerByPasskey(await begin()));
    } catch (error) {
      setBusy(false);
      offerAgain();
      setProblem(wordsFor(error));
    }
  };
  return (
    <>
      <Button tone={tone} size="xl" className="w-full" aria-disabled={busy || undefined} onClick={() => void enter()}>
        {children}
      </Button>
      <div role="alert" className="mt-2 text-missed empty:hidden">
        {problem}
      </div>
    </>
  );
}
