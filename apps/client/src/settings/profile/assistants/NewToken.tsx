import { mcpPath } from '@sidetone/contract/http/ai/mcp-routes.ts';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { toast } from '#ui/toasts.ts';
import { LineForm } from '../LineForm.tsx';

interface NewTokenProps {
  /** Rejects with ApiError. */
  onCreate: (about: { name: string; mayWriteNotes: boolean }) => Promise<void>;
  onClose: () => void;
}

/** The form for a token: which assistant it is for, and whether that may add to notes. */
export function NewToken({ onCreate, onClose }: NewTokenProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [mayWriteNotes, setMayWriteNotes] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

  const send = async () => {
    if (name.trim() === '') return setProblem(t(($) => $.profile.assistants.nameMissing));
    setProblem(undefined);
    await onCreate({ name, mayWriteNotes });
  };
  const failed = (error: unknown) => {
    const code = codeOf(error);
    setProblem(code === 'CONFLICT' ? t(($) => $.profile.assistants.tooMany) : t(($) => $.errors[code]));
  };

  return (
    <LineForm
      action={t(($) => $.profile.assistants.create)}
      cancel={t(($) => $.profile.assistants.cancel)}
      onSend={send}
      onFailed={failed}
      onClose={onClose}
    >
      <p className="text-ink-2">{t(($) => $.profile.assistants.text)}</p>
      <Field
        label={t(($) => $.profile.assistants.name)}
        autoFocus
        maxLength={60}
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox
        label={t(($) => $.profile.assistants.mayWriteNotes)}
        checked={mayWriteNotes}
        onChange={(event) => setMayWriteNotes(event.target.checked)}
      />
    </LineForm>
  );
}

/** A token that was just made, with the address it is good for. It cannot be shown again. */
export function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useWords();
  return (
    <div className="flex max-w-[560px] flex-col gap-3 border-line border-b pt-3 pb-4">
      <p className="rounded-s bg-ring-tint px-3 py-2 text-ring">{t(($) => $.profile.assistants.once)}</p>
      <Copied label={t(($) => $.profile.assistants.address)} value={new URL(mcpPath, location.origin).href} />
      <Copied label={t(($) => $.profile.assistants.token)} value={token} />
      <div>
        <Button autoFocus onClick={onClose}>
          {t(($) => $.profile.assistants.done)}
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
      toast({ tone: 'ok', title: t(($) => $.profile.assistants.copied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.callDetail.head.notCopied) });
    }
  };
  return (
    <Field
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.target.select()}
      end={
        <IconButton icon={Copy} label={t(($) => $.profile.assistants.copy, { label })} onClick={() => void copy()} />
      }
    />
  );
}
