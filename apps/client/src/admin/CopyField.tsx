import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
}

/** A text to copy, with a button for that. */
export function CopyField({ label, value }: CopyFieldProps) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await copyToClipboard(value);
      setCopied(true);
    } catch {
      setCopied(false); // Some pages may not copy: the text can be selected by hand.
    }
  };
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
