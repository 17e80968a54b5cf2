import type { Assistant } from '@sidetone/contract/entities/assistant.ts';
import { Info } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Select } from '#ui/Select.tsx';

interface PageHeadProps {
  assistants: readonly Assistant[];
  current: Assistant | null;
  onChoose: (assistantId: string) => void;
}

/** Head of the page: what it is, and for users of several assistants, which one. */
export function PageHead({ assistants, current, onChoose }: PageHeadProps) {
  const { t } = useWords();
  const about = t(($) => $.callAssistant.aboutLabel);
  return (
    <header className="flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:h-12 max-[559px]:pl-4">
      <h1 className="min-w-0 truncate font-semi text-16">{t(($) => $.app.callAssistant)}</h1>
      <Popover trigger={<IconButton icon={Info} label={about} />} label={about}>
        <p className="max-w-72 text-ink-2">{t(($) => $.callAssistant.about)}</p>
      </Popover>
      <span className="flex-1" />
      {current !== null && assistants.length > 1 ? (
        <Select
          label={t(($) => $.callAssistant.choose)}
          hideLabel
          small
          className="w-41 min-w-0"
          value={current.id}
          onChange={({ target }) => onChoose(target.value)}
          options={assistants.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
    </header>
  );
}
