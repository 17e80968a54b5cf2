import { type ReactNode, useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { SettingGroup, settingLine } from '../SettingGroup.tsx';
import { useClickSenders } from './use-click-senders.ts';

/** The caller ID of calls that begin with a click on a number elsewhere: that of the channel, or always the same. */
export function ClickSender({ onSaved }: { onSaved: () => void }) {
  const { t } = useWords();
  const id = useId();
  const { options, chosen, choose } = useClickSenders();
  const [first] = options;
  const keep = (option: (typeof options)[number] | null) => {
    choose(option);
    onSaved();
  };
  return (
    <fieldset aria-label={t(($) => $.advanced.sender.title)}>
      <SettingGroup title={t(($) => $.advanced.sender.title)}>
        <Choice
          id={`${id}-none`}
          group={id}
          checked={chosen === null}
          onCheck={() => keep(null)}
          label={t(($) => $.advanced.sender.none)}
          help={t(($) => $.advanced.sender.noneText)}
        />
        <Choice
          id={`${id}-always`}
          group={id}
          checked={chosen !== null}
          disabled={first === undefined}
          onCheck={() => first && keep(first)}
          label={t(($) => $.advanced.sender.always)}
          {...(first === undefined ? { help: t(($) => $.advanced.sender.nothing) } : {})}
        >
          {chosen === null ? null : (
            <Select
              label={t(($) => $.advanced.sender.choose)}
              hideLabel
              className="w-[280px] max-w-full"
              value={chosen.id}
              options={options.map((option) => ({
                value: option.id,
                label: [option.channelName, option.displayValue].filter(Boolean).join(' · '),
              }))}
              onChange={(event) => keep(options.find((option) => option.id === event.target.value) ?? null)}
            />
          )}
        </Choice>
      </SettingGroup>
    </fieldset>
  );
}

interface ChoiceProps {
  id: string;
  group: string;
  checked: boolean;
  disabled?: boolean;
  label: string;
  help?: string;
  onCheck: () => void;
  children?: ReactNode;
}

function Choice({ id, group, checked, disabled = false, label, help, onCheck, children }: ChoiceProps) {
  return (
    <div
      className={`-mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 first:rounded-t-m last:rounded-b-m has-checked:bg-accent-tint has-checked:shadow-[inset_2px_0_0_var(--accent-fill)] ${settingLine}`}
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onCheck}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className="size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised checked:border-[5px] checked:border-accent-fill disabled:opacity-45"
      />
      <span className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="block font-med">
          {label}
        </label>
        {help === undefined ? null : (
          <span id={`${id}-help`} className="block text-12 text-ink-2">
            {help}
          </span>
        )}
      </span>
      {children}
    </div>
  );
}
