import { useWords } from '#i18n/use-words.ts';
import { Hint, Hints } from '#ui/Hints.tsx';

/** The keys of the list, printed at its foot. */
export function HintBar() {
  const { t } = useWords();
  return (
    <Hints>
      <Hint keys={['↑', '↓']} text={t(($) => $.inbox.hint.move)} />
      <Hint keys={['E']} text={t(($) => $.inbox.hint.resolve)} />
      <Hint keys={['C']} text={t(($) => $.inbox.hint.callBack)} />
      <Hint keys={['N']} text={t(($) => $.inbox.hint.note)} />
    </Hints>
  );
}
