import { extensionNumber } from '@sidetone/contract/entities/common.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { byEnter } from '../by-enter.ts';

interface ExtensionChipsProps {
  extensions: readonly string[];
  busy?: boolean;
  /** A problem in words, from outside. */
  error?: string | undefined;
  /** Resolves to its problem in words; undefined: it was added. */
  onAdd: (extension: string) => string | undefined | Promise<string | undefined>;
  onRemove: (extension: string) => void;
}

/** Extensions, each with a button that removes it, and a field for another one. */
export function ExtensionChips({ extensions, busy = false, error, onAdd, onRemove }: ExtensionChipsProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const add = async () => {
    const extension = typed.trim();
    if (!extensionNumber.safeParse(extension).success) return setProblem(t(($) => $.admin.users.extensionWrong));
    const wrong = await onAdd(extension);
    setProblem(wrong);
    if (wrong === undefined) setTyped('');
  };
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-2" aria-label={t(($) => $.admin.users.extensions)}>
        {extensions.map((extension) => (
          <li key={extension} className="inline-flex items-center rounded-s bg-well pl-2.5">
            {extension}
            <IconButton
              icon={X}
              label={t(($) => $.admin.users.removeExtension, { extension })}
              disabled={busy}
              onClick={() => onRemove(extension)}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-start gap-2">
        <Field
          className="w-60"
          label={t(($) => $.admin.users.newExtension)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={problem ?? error}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={byEnter(add)}
        />
        <Button size="l" className="mt-5" disabled={typed.trim() === ''} onClick={() => void add()}>
          <Icon of={Plus} />
          {t(($) => $.admin.add)}
        </Button>
      </div>
    </div>
  );
}
