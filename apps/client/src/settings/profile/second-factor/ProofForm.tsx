import { type FormEvent, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { NoPasskey } from '#second-factor/use-second-factor.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';

interface ProofFormProps {
  /** Asks for a name as well, which is this at first. */
  name?: string;
  /** Rejects with ApiError or NoPasskey. */
  onProof: (password: string, name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password once more: an open browser alone changes nothing of how someone signs in. */
export function ProofForm({ name: firstName, onProof, onClose }: ProofFormProps) {
  const { t } = useWords();
  const [name, setName] = useState(firstName ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ at: 'name' | 'password'; text: string } | null>(null);
  const [busy, setBusy] = useState(false);

  const wordsOf = (error: unknown): string => {
    if (error instanceof NoPasskey) return t(($) => $.secondFactor.passkeys[error.isKnown ? 'known' : 'cancelled']);
    const code = codeOf(error);
    if (code === 'WRONG_CREDENTIALS') return t(($) => $.secondFactor.proof.wrong);
    if (code === 'CONFLICT') {
      return firstName === undefined
        ? t(($) => $.secondFactor.proof.stillRequired)
        : t(($) => $.secondFactor.passkeys.tooMany);
    }
    return t(($) => $.errors[code]);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (firstName !== undefined && name.trim() === '') {
      return setProblem({ at: 'name', text: t(($) => $.secondFactor.passkeys.nameMissing) });
    }
    if (password === '') return setProblem({ at: 'password', text: t(($) => $.secondFactor.proof.missing) });
    setBusy(true);
    setProblem(null);
    try {
      await onProof(password, name);
    } catch (error) {
      setProblem({ at: 'password', text: wordsOf(error) });
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The settings stay open.
        event.stopPropagation();
        onClose();
      }}
      className="flex max-w-[360px] flex-col gap-3 pt-3 pb-4"
    >
      {firstName === undefined ? null : (
        <Field
          label={t(($) => $.secondFactor.passkeys.name)}
          maxLength={60}
          autoComplete="off"
          value={name}
          error={problem?.at === 'name' ? problem.text : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <PasswordField
        label={t(($) => $.secondFactor.proof.password)}
        showLabel={t(($) => $.signIn.show)}
        hideLabel={t(($) => $.signIn.hide)}
        autoComplete="current-password"
        autoFocus
        value={password}
        error={problem?.at === 'password' ? problem.text : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit" aria-disabled={busy || undefined}>
          {t(($) => $.secondFactor.proof.next)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.secondFactor.proof.cancel)}</Button>
      </div>
    </form>
  );
}
