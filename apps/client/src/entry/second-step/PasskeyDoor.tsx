import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { answerByPasskey, NoPasskey } from '#second-factor/use-second-factor.ts';
import { Button } from '#ui/Button.tsx';

interface PasskeyDoorProps {
  /** Gives the sign-in that waits for it. */
  begin: () => Promise<string>;
}

/** The way in without a password. */
export function PasskeyDoor({ begin }: PasskeyDoorProps) {
  const { t } = useWords();
  return (
    <div className="mt-3 w-[320px] max-w-full">
      <PasskeyButton begin={begin}>{t(($) => $.secondFactor.door.usePasskey)}</PasskeyButton>
    </div>
  );
}

interface PasskeyButtonProps extends PasskeyDoorProps {
  tone?: 'default' | 'primary';
  children: ReactNode;
}

/** Asks the browser for a passkey, and goes on with it. */
export function PasskeyButton({ begin, tone = 'default', children }: PasskeyButtonProps) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      location.replace(await answerByPasskey(await begin()));
    } catch (error) {
      setBusy(false);
      const code = codeOf(error);
      if (error instanceof NoPasskey) setProblem(t(($) => $.secondFactor.door.noPasskey));
      else if (code === 'WRONG_CREDENTIALS') setProblem(t(($) => $.secondFactor.door.wrongPasskey));
      else if (code === 'FORBIDDEN') setProblem(t(($) => $.signOn.required));
      else if (code === 'NOT_FOUND') setProblem(t(($) => $.secondFactor.door.over));
      else setProblem(t(($) => $.errors[code]));
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
