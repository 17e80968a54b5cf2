import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { NoPasskey } from '#second-factor/use-second-factor.ts';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { LineForm } from '../LineForm.tsx';

interface ProofFormProps {
  /** Where it is given, a name is asked for as well, and this is proposed. */
  name?: string;
  /** Rejects with ApiError or NoPasskey. */
  onProof: (password: string, name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password again, so that an unlocked computer alone cannot change how someone signs in. */
export function ProofForm({ name: firstName, onProof, onClose }: ProofFormProps) {
  const { t } = useWords();
  const [name, setName] = useState(firstName ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ at: 'name' | 'password'; text: string } | null>(null);

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
  const send = async () => {
    if (firstName !== undefined && name.trim() === '') {
      return setProblem({ at: 'name', text: t(($) => $.secondFactor.passkeys.nameMissing) });
    }
    if (password === '') return setProblem({ at: 'password', text: t(($) => $.secondFactor.proof.missing) });
    setProblem(null);
    await onProof(password, name);
  };

  return (
    <LineForm
      action={t(($) => $.secondFactor.proof.next)}
      cancel={t(($) => $.secondFactor.proof.cancel)}
      onSend={send}
      onFailed={(error) => setProblem({ at: 'password', text: wordsOf(error) })}
      onClose={onClose}
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
    </LineForm>
  );
}
