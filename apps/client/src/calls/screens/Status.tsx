import { AppWindow, type LucideIcon, MicOff, Pause } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

interface StatusProps {
  held: boolean;
  muted: boolean;
  elsewhere: boolean;
}

/** What somebody in a call must know right now, if anything: one line under the voices. */
export function Status({ held, muted, elsewhere }: StatusProps) {
  const { t } = useWords();
  if (held) return <Line icon={Pause} text={t(($) => $.calls.heldHint)} className="h-9 bg-held-tint text-held" />;
  if (muted) return <Line icon={MicOff} text={t(($) => $.calls.mutedHint)} className="h-7 bg-ink text-ink-on-ink" />;
  if (elsewhere) {
    const className = 'min-h-11 bg-accent-tint py-1.5 text-accent';
    return <Line icon={AppWindow} text={t(($) => $.calls.otherTab)} className={className} />;
  }
  return null;
}

function Line({ icon, text, className }: { icon: LucideIcon; text: string; className: string }) {
  return (
    <div className={cn('flex items-center gap-2 px-3 font-med text-12', className)}>
      <Icon of={icon} />
      <span>{text}</span>
    </div>
  );
}
