import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';

interface FilterFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
}

/** The filter of the list. Escape empties it; the arrow down goes on into the list. */
export function FilterField({ ref, value, onChange }: FilterFieldProps) {
  const { t } = useWords();
  return (
    <div className="relative min-w-40 flex-1">
      <Icon of={Search} className="pointer-events-none absolute top-2 left-2.5 text-ink-3" />
      <input
        ref={ref}
        type="search"
        aria-label={t(($) => $.contacts.filter)}
        placeholder={t(($) => $.contacts.filter)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            const rows = event.currentTarget
              .closest('[data-contacts]')
              ?.querySelector<HTMLElement>('[data-contact][tabindex="0"]');
            rows?.focus();
          }
        }}
        className="h-8 w-full appearance-none rounded-s border border-line-control bg-raised pr-8 pl-8 placeholder:text-ink-3 focus-visible:outline-offset-[-1px] [&::-webkit-search-cancel-button]:hidden"
      />
      {value === '' ? null : (
        <IconButton
          icon={X}
          label={t(($) => $.contacts.clearFilter)}
          hotkey="Escape"
          onClick={() => {
            onChange('');
            ref.current?.focus();
          }}
          className="absolute top-0.5 right-0.5"
        />
      )}
    </div>
  );
}
