import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Checkbox } from '#ui/Checkbox.tsx';

interface LogPartProps {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the log is sent too, what it contains, and all of it for users who want to see it. */
export function LogPart({ checked, disabled, onChange }: LogPartProps) {
  const { t, language } = useWords();
  const [shown, setShown] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['feedback-log'],
    queryFn: async () => (await bridge().logFiles()).map(({ text }) => text).join('\n'),
    gcTime: 0,
    retry: false,
  });
  const size = data === undefined ? null : Math.ceil(new Blob([data]).size / 1000);
  return (
    <div className="rounded-m bg-well px-3 py-2.5">
      <div className="flex items-center gap-2">
        <Checkbox
          label={<span className="font-med">{t(($) => $.feedback.log)}</span>}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="flex-1" />
        {size === null ? null : (
          <span className="text-12 text-ink-3 tabular-nums">{new Intl.NumberFormat(language).format(size)} kB</span>
        )}
      </div>
      <p className="mt-0.5 ml-6 text-12 text-ink-2">
        {t(($) => (isError ? $.feedback.logUnread : $.feedback.logText))}{' '}
        {isError ? null : (
          <button
            type="button"
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
            className="font-med text-accent hover:underline"
          >
            {t(($) => (shown ? $.feedback.logHide : $.feedback.logShow))}
          </button>
        )}
      </p>
      {shown && data !== undefined ? (
        <textarea
          readOnly
          aria-label={t(($) => $.feedback.logName)}
          value={data === '' ? t(($) => $.feedback.logEmpty) : data}
          className="mt-2 block h-40 w-full resize-none rounded-s border border-line bg-raised p-2 text-11"
        />
      ) : null}
    </div>
  );
}
