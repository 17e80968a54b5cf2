import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { nextParameter, type ParameterLine } from './assistant-form.ts';
import { LinesEditor } from './LinesEditor.tsx';

interface ParametersEditorProps {
  parameters: readonly ParameterLine[];
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (parameters: ParameterLine[]) => void;
}

/** What a bot is told of every call besides who calls: names with their values. */
export function ParametersEditor({ parameters, error, onChange }: ParametersEditorProps) {
  const { t } = useWords();
  const next = nextParameter(parameters);
  const change = (id: string, to: Partial<ParameterLine>) =>
    onChange(parameters.map((one) => (one.id === id ? { ...one, ...to } : one)));
  return (
    <LinesEditor
      label={t(($) => $.admin.assistants.parameters)}
      lines={parameters}
      next={next}
      add={t(($) => $.admin.assistants.addParameter)}
      onChange={onChange}
    >
      {({ id, name, value }, at, remove) => (
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
            onClick={remove}
          />
        </li>
      )}
    </LinesEditor>
  );
}
