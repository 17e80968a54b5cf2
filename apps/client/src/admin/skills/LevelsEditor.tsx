import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { PickAndAdd } from '../PickAndAdd.tsx';

const levels = [1, 2, 3] as const;

interface Levelled {
  id: string;
  level: number;
}

interface LevelsEditorProps {
  /** What is added: a skill, or a user. */
  label: string;
  noneFound: string;
  options: readonly { id: string; name: string }[];
  value: readonly Levelled[];
  /** What is asked for, or what somebody has. */
  words: 'asked' | 'has';
  /** The most rows. */
  most: number;
  error?: string | undefined;
  onChange: (value: Levelled[]) => void;
}

/** Skills, or users, each with a level. */
export function LevelsEditor({ label, noneFound, options, value, words, most, error, onChange }: LevelsEditorProps) {
  const { t } = useWords();
  const names = new Map(options.map(({ id, name }) => [id, name]));
  const rows = value.filter(({ id }) => names.has(id));
  const left = options.filter(({ id }) => value.every((one) => one.id !== id));
  return (
    <div className="grid gap-3">
      {rows.length === 0 ? null : (
        <ul aria-label={label} className="divide-y divide-line border-line border-y">
          {rows.map(({ id, level }) => {
            const name = names.get(id) ?? '';
            return (
              <li key={id} className="flex items-center gap-3 py-2">
                <span className="min-w-0 flex-1 truncate font-med">{name}</span>
                <Select
                  className="w-44 flex-none"
                  label={t(($) => $.admin.skills.levelOf, { name })}
                  hideLabel
                  value={String(level)}
                  onChange={(event) =>
                    onChange(value.map((one) => (one.id === id ? { id, level: Number(event.target.value) } : one)))
                  }
                  options={levels.map((one) => ({
                    value: String(one),
                    label: t(($) => $.admin.skills[words][`level${one}`]),
                  }))}
                />
                <IconButton
                  icon={X}
                  label={t(($) => $.admin.skills.remove, { name })}
                  onClick={() => onChange(value.filter((one) => one.id !== id))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {left.length === 0 || rows.length >= most ? null : (
        <PickAndAdd
          label={label}
          noneFound={noneFound}
          options={left.map(({ id, name }) => ({ value: id, label: name }))}
          onAdd={(id) => onChange([...rows, { id, level: words === 'has' ? 2 : 1 }])}
        />
      )}
      {error === undefined ? null : <p className="text-12 text-missed">{error}</p>}
    </div>
  );
}
