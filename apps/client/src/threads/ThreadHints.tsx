import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { useWords } from '#i18n/use-words.ts';
import { Kbd } from '#ui/Kbd.tsx';

/** The keys of a thread, printed at its foot. */
export function ThreadHints({ of }: { of: ThreadOf }) {
  const { t } = useWords();
  const one = of.kind === 'anonymous';
  return (
    <div className="flex h-8 flex-none items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-canvas px-6 text-12 text-ink-3 max-[559px]:hidden">
      {one ? null : <Hint keys={['↑', '↓']} text={t(($) => $.threads.hint.move)} />}
      <Hint keys={['↵']} text={t(($) => $.threads.hint.open)} />
      <Hint keys={['E']} text={t(($) => $.threads.hint.resolve)} />
      {one ? <Hint keys={['N']} text={t(($) => $.threads.hint.note)} /> : null}
      {one ? null : <Hint keys={['C']} text={t(($) => $.threads.hint.call)} />}
      <Hint keys={['Esc']} text={t(($) => $.threads.hint.back)} />
    </div>
  );
}

function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {text}
    </span>
  );
}
