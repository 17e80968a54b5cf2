import { Check, Copy } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useCopied } from './use-copied.ts';

interface CopyFieldProps {
  label: string;
  value: string;
}

/** A text to copy, with a button for that. */
export function CopyField({ label, value }: CopyFieldProps) {
  const { t } = useWords();
  const { copied, copy } = useCopied(value);
  return (
    <div className="flex items-end gap-2">
      <Field
        label={label}
        value={value}
        readOnly
        className="min-w-0 flex-1"
        onFocus={(event) => event.target.select()}
      />
      <Button size="l" onClick={() => void copy()} aria-label={`${t(($) => $.admin.copy)}: ${label}`}>
        <Icon of={copied ? Check : Copy} />
        {t(($) => (copied ? $.admin.copied : $.admin.copy))}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t(($) => $.admin.copied) : ''}
      </span>
    </div>
  );
}
