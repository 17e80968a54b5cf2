import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';

interface ShareLineProps {
  /** Percent of the talk time; null where unknown. */
  share: { user: number; remote: number } | null;
  names: { user: string; remote: string };
  /** The kind of sound. */
  label: string;
}

/** Under a player: how much each side spoke, and the kind of sound. */
export function ShareLine({ share, names, label }: ShareLineProps) {
  return (
    <div className="pr-2 pl-12">
      {share ? (
        <div aria-hidden className="mb-2 flex h-1 gap-0.5">
          <i className="rounded-[2px] bg-voice-you" style={{ flexGrow: share.user }} />
          <i className="rounded-[2px] bg-voice-them" style={{ flexGrow: share.remote }} />
        </div>
      ) : null}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 text-12">
        {share ? (
          <>
            <Side name={names.user} percent={share.user} tone="bg-voice-you" />
            <Side name={names.remote} percent={share.remote} tone="bg-voice-them" />
          </>
        ) : null}
        <span className="ml-auto flex-none text-ink-3">{label}</span>
      </div>
    </div>
  );
}

function Side({ name, percent, tone }: { name: string; percent: number; tone: string }) {
  const { t } = useWords();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
      <i aria-hidden className={cn('size-2 flex-none rounded-[2px]', tone)} />
      <span className="truncate">{t(($) => $.player.shareOf, { name, percent })}</span>
    </span>
  );
}
