import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';

interface SetChoiceProps {
  options: readonly { readonly value: string; readonly label: string }[];
  setId: string | null;
  disabled: boolean;
  /** The time of the call, in words. */
  when: string;
  onChoose: (setId: string) => void;
}

/** Which set of questions the call is answered with. SSMART-009 */
export function SetChoice({ options, setId, disabled, when, onChoose }: SetChoiceProps) {
  const { t } = useWords();
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-6 py-2.5 max-[559px]:px-4">
      <span aria-hidden className="text-ink-2">
        {t(($) => $.smartAnswers.view.set)}
      </span>
      <Select
        hideLabel
        small
        label={t(($) => $.smartAnswers.view.setOf)}
        className="w-64 min-w-0 flex-initial"
        options={options}
        value={setId ?? ''}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value)}
      />
      <span className="ml-auto text-12 text-ink-3">{when}</span>
    </div>
  );
}
