import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { useWords } from '#i18n/use-words.ts';
import { ZoneNote } from '#inbox/ZoneNote.tsx';
import { Hint, Hints } from '#ui/Hints.tsx';

/** At the foot of a thread: the time zone of its times, where that has to be said, and its keys. */
export function ThreadHints({ of }: { of: ThreadOf }) {
  const { t } = useWords();
  const one = of.kind === 'anonymous';
  return (
    <>
      <ZoneNote />
      <Hints>
        {one ? null : <Hint keys={['↑', '↓']} text={t(($) => $.threads.hint.move)} />}
        <Hint keys={['↵']} text={t(($) => $.threads.hint.open)} />
        <Hint keys={['E']} text={t(($) => $.threads.hint.resolve)} />
        {one ? <Hint keys={['N']} text={t(($) => $.threads.hint.note)} /> : null}
        {one ? null : <Hint keys={['C']} text={t(($) => $.threads.hint.call)} />}
        <Hint keys={['Esc']} text={t(($) => $.threads.hint.back)} />
      </Hints>
    </>
  );
}
