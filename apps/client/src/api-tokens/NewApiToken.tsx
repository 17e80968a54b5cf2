import {
  companyScopes,
  mostApiTokens,
  type NewApiToken,
  personalScopes,
  type TokenScope,
  tokenDays,
} from '@sidetone/contract/entities/api-token.ts';
import { scimPath } from '@sidetone/contract/entities/directory.ts';
import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import type { TokenOwner } from './use-api-tokens.ts';

interface NewApiTokenFormProps {
  owner: TokenOwner;
  /** Rejects with ApiError. */
  onCreate: (about: NewApiToken) => Promise<void>;
  onClose: () => void;
}

const scopesOf: Record<TokenOwner, readonly TokenScope[]> = { company: companyScopes, user: personalScopes };

/** The form for a token: which program it is for, what that may do, and how long. Escape closes it. */
export function NewApiTokenForm({ owner, onCreate, onClose }: NewApiTokenFormProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const [days, setDays] = useState('365');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly of: 'name' | 'scopes'; readonly text: string } | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setProblem({ of: 'name', text: t(($) => $.apiTokens.nameMissing) });
    if (scopes.length === 0) return setProblem({ of: 'scopes', text: t(($) => $.apiTokens.scopeMissing) });
    setProblem(null);
    setBusy(true);
    try {
      await onCreate({ name: name.trim(), scopes, days: Number(days) } as NewApiToken);
    } catch (error) {
      const code = codeOf(error);
      const isFull = code === 'CONFLICT';
      setProblem({
        of: 'name',
        text: isFull ? t(($) => $.apiTokens.tooMany, { most: mostApiTokens }) : t(($) => $.errors[code]),
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className="grid max-w-[460px] gap-3"
    >
      <Field
        label={t(($) => $.apiTokens.name)}
        autoFocus
        maxLength={60}
        autoComplete="off"
        value={name}
        error={problem?.of === 'name' ? problem.text : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-med text-12 text-ink-2">{t(($) => $.apiTokens.may)}</legend>
        {scopesOf[owner].map((scope) => (
          <Checkbox
            key={scope}
            className="items-start"
            label={
              <>
                {t(($) => $.apiTokens.scopes[scope])}
                <span className="block text-12 text-ink-3">{t(($) => $.apiTokens.about[scope])}</span>
              </>
            }
            checked={scopes.includes(scope)}
            onChange={({ target }) => {
              setProblem(null);
              setScopes((held) => (target.checked ? [...held, scope] : held.filter((one) => one !== scope)));
            }}
          />
        ))}
        <span role="alert" className="text-12 text-missed empty:hidden">
          {problem?.of === 'scopes' ? problem.text : ''}
        </span>
      </fieldset>
      <Select
        label={t(($) => $.apiTokens.days)}
        value={days}
        onChange={(event) => setDays(event.target.value)}
        options={tokenDays.map((count) => ({ value: String(count), label: t(($) => $.apiTokens.dayCount, { count }) }))}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit" aria-disabled={isBusy || undefined}>
          {t(($) => $.apiTokens.create)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.apiTokens.cancel)}</Button>
      </div>
    </form>
  );
}

interface MadeApiTokenProps {
  token: string;
  /** A directory needs an address besides. */
  isDirectory: boolean;
  onClose: () => void;
}

/** A token that was just made. It cannot be shown again. */
export function MadeApiToken({ token, isDirectory, onClose }: MadeApiTokenProps) {
  const { t } = useWords();
  return (
    <div className="grid max-w-[560px] gap-3">
      <p role="status" className="rounded-s bg-ring-tint px-3 py-2 text-ring">
        {t(($) => $.apiTokens.once)}
      </p>
      <Copied label={t(($) => $.apiTokens.token)} value={token} />
      {isDirectory ? (
        <Copied label={t(($) => $.apiTokens.scimAddress)} value={new URL(scimPath, location.origin).href} />
      ) : null}
      <div>
        <Button autoFocus onClick={onClose}>
          {t(($) => $.apiTokens.done)}
        </Button>
      </div>
    </div>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  const { t } = useWords();
  const copy = async () => {
    try {
      await copyToClipboard(value);
      toast({ tone: 'ok', title: t(($) => $.apiTokens.copied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.apiTokens.notCopied) });
    }
  };
  return (
    <Field
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.target.select()}
      end={<IconButton icon={Copy} label={t(($) => $.apiTokens.copy, { label })} onClick={() => void copy()} />}
    />
  );
}
