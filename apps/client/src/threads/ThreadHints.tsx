import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { useWords } from '#i18n/use-words.ts';
import { Hint, Hints } from '#ui/Hints.tsx';

/** The keys of a thread, printed at its foot. */
export function ThreadHints({ of }: { of: ThreadOf }) {
  const { t } = useWords();
  const one = of.kind === 'anonymous';
  return (
    <Hints>
      {one ? null : <Hint keys={['↑', '↓']} text={t(($) => $.threads.hint.move)} />}
      <Hint keys={['↵']} text={t(($) => $.threads.hint.open)} />
      <Hint keys={['E']} text={t(($) => $.threads.hint.resolve)} />
      {one ? <Hint keys={['N']} text={t(($) => $.threads.hint.note)} /> : null}
      {one ? null : <Hint keys={['C']} text={t(($) => $.threads.hint.call)} />}
      <Hint keys={['Esc']} text={t(($) => $.threads.hint.back)} />
    </Hints>
  );
}
