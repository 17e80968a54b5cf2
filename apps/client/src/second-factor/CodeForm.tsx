import { type FormEvent, type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';

interface CodeFormProps {
  /** A code of the app has six digits; a recovery code is what somebody typed. */
  kind: 'app' | 'recovery';
  action: string;
  /** Rejects with what `wordsOf` has words for. */
  onCode: (code: string) => Promise<void>;
  wordsOf: (error: unknown) => string;
  /** Beside the button. */
  children?: ReactNode;
  size?: 'm' | 'xl';
}

/** Asks for a code of the authenticator app, or a recovery code. */
export function CodeForm({ kind, action, onCode, wordsOf, children, size = 'm' }: CodeFormProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const isApp = kind === 'app';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const bare = code.replaceAll(/\s/g, '');
    if (isApp && !/^\d{6}$/.test(bare)) return setProblem(t(($) => $.secondFactor.door.sixDigits));
    if (bare === '') return setProblem(t(($) => $.secondFactor.door.missing));
    setBusy(true);
    setProblem(undefined);
    try {
      await onCode(isApp ? bare : code.trim());
    } catch (error) {
      setProblem(wordsOf(error));
      setCode('');
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label={t(($) => (isApp ? $.secondFactor.authenticator.code : $.secondFactor.door.recoveryCode))}
        name="code"
        autoFocus
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" size={size} type="submit" aria-disabled={busy || undefined}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
