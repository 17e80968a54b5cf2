import { useWords } from '#i18n/use-words.ts';
import { Kbd } from '#ui/Kbd.tsx';

/** The keys of the list, printed at its foot. */
export function HintBar() {
  const { t } = useWords();
  return (
    <div className="flex h-8 flex-none items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-canvas px-6 text-12 text-ink-3 max-[559px]:hidden">
      <Hint keys={['↑', '↓']} text={t(($) => $.inbox.hint.move)} />
      <Hint keys={['E']} text={t(($) => $.inbox.hint.resolve)} />
      <Hint keys={['C']} text={t(($) => $.inbox.hint.callBack)} />
      <Hint keys={['N']} text={t(($) => $.inbox.hint.note)} />
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
