import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Select } from '#ui/Select.tsx';
import { Row } from './Row.tsx';
import { useAdditionalOutput } from './use-additional-output.ts';

/** Whether calls ring on a second output as well, and on which. */
export function AdditionalRow() {
  const { t } = useWords();
  const { chosen, isPossible, options, switchTo, choose } = useAdditionalOutput();
  return (
    <Row
      label={t(($) => $.audio.additional.label)}
      side={<span className="text-12 text-ink-3">{t(($) => $.audio.additional.notSpeaker)}</span>}
    >
      <Checkbox
        label={t(($) => $.audio.additional.label)}
        hideLabel
        checked={chosen !== null}
        disabled={!isPossible}
        onChange={(event) => switchTo(event.target.checked)}
      />
      <Select
        className="min-w-0 flex-1"
        label={t(($) => $.audio.additional.device)}
        hideLabel
        disabled={chosen === null}
        value={chosen ?? ''}
        options={options}
        onChange={(event) => choose(event.target.value)}
      />
    </Row>
  );
}
