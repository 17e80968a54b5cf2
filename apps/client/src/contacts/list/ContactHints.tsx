import { useWords } from '#i18n/use-words.ts';
import { Hint, Hints } from '#ui/Hints.tsx';

/** The keys of the list, printed at its foot. */
export function ContactHints({ mayCreate }: { mayCreate: boolean }) {
  const { t } = useWords();
  return (
    <Hints>
      <Hint keys={['↑', '↓']} text={t(($) => $.contacts.hint.move)} />
      <Hint keys={['↵']} text={t(($) => $.contacts.hint.open)} />
      <Hint keys={['C']} text={t(($) => $.contacts.hint.call)} />
      {mayCreate ? <Hint keys={['N']} text={t(($) => $.contacts.hint.create)} /> : null}
      <Hint keys={['F']} text={t(($) => $.contacts.hint.filter)} />
    </Hints>
  );
}
