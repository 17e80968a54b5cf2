import { useLayoutEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { saveText } from '#platform/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { toast } from '#ui/toasts.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Recovery codes that were just made. They cannot be shown again. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  // In the same commit that takes the pressed button away: a frame later the dialog takes a focus that was lost.
  useLayoutEffect(() => title.current?.focus(), []);
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await copyToClipboard(text);
      toast({ tone: 'ok', title: t(($) => $.secondFactor.codes.copied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.secondFactor.codes.notCopied) });
    }
  };
  return (
    <div className="flex max-w-[420px] flex-col gap-3 pt-3 pb-4">
      <h4 ref={title} tabIndex={-1} className="font-med outline-none">
        {t(($) => $.secondFactor.codes.title)}
      </h4>
      <p className="rounded-s bg-ring-tint px-3 py-2 text-ring">{t(($) => $.secondFactor.codes.text)}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 max-[479px]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{t(($) => $.secondFactor.codes.copy)}</Button>
        <Button
          onClick={() =>
            saveText(
              `${text}\n`,
              t(($) => $.secondFactor.codes.file),
            )
          }
        >
          {t(($) => $.secondFactor.codes.download)}
        </Button>
        <Button tone="primary" onClick={onKept}>
          {t(($) => $.secondFactor.codes.kept)}
        </Button>
      </div>
    </div>
  );
}
