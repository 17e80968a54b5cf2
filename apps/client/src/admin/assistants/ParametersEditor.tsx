import { Plus, X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { nextParameter, type ParameterLine } from './assistant-form.ts';
import { useLines } from './use-lines.ts';

interface ParametersEditorProps {
  parameters: readonly ParameterLine[];
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (parameters: ParameterLine[]) => void;
}

/** What a bot is told of every call besides who calls: names with their values. */
export function ParametersEditor({ parameters, error, onChange }: ParametersEditorProps) {
  const { t } = useWords();
  const { list, add, removeAt } = useLines(parameters, onChange);
  const next = nextParameter(parameters);
  const change = (id: string, to: Partial<ParameterLine>) =>
    onChange(parameters.map((one) => (one.id === id ? { ...one, ...to } : one)));
  return (
    <div className="grid gap-3">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t(($) => $.admin.assistants.parameters)}
        className="grid gap-2 outline-none empty:hidden"
      >
        {parameters.map(({ id, name, value }, at) => (
          <li key={id} className="flex items-end gap-2">
            {(['name', 'value'] as const).map((field) => (
              <Field
                key={field}
                className="min-w-0 flex-1"
                label={t(($) => $.admin.assistants.parameter[field], { number: at + 1 })}
                autoComplete="off"
                value={field === 'name' ? name : value}
                error={error(`voice.parameters.${at}.${field}`)}
                onChange={({ target }) => change(id, { [field]: target.value })}
              />
            ))}
            <IconButton
              icon={X}
              label={t(($) => $.admin.assistants.removeParameter, { name: name || String(at + 1) })}
              onClick={() => removeAt(at)}
            />
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <div>
          <Button onClick={() => add(next)}>
            <Icon of={Plus} />
            {t(($) => $.admin.assistants.addParameter)}
          </Button>
        </div>
      )}
    </div>
  );
}
