import { Check, Copy } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useCopied } from './use-copied.ts';

/** Copies several lines together; their cells are parted by tabs, as tables take them. Nothing where there is only one. */
export function CopyAll({ lines }: { lines: readonly string[] }) {
  const { t } = useWords();
  const { copied, copy } = useCopied(lines.join('\n'));
  if (lines.length < 2) return null;
  return (
    <span className="flex items-center">
      <Button onClick={() => void copy()}>
        <Icon of={copied ? Check : Copy} />
        {t(($) => (copied ? $.admin.copied : $.admin.copyAll))}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t(($) => $.admin.copied) : ''}
      </span>
    </span>
  );
}
