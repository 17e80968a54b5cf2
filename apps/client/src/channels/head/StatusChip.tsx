import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import { presenceLook } from '#contacts/presence.ts';
import { useWords } from '#i18n/use-words.ts';
import type { PresenceMark } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { isOnline } from '../members.ts';

const tones: Partial<Record<PresenceMark, string>> = {
  online: 'bg-live-tint text-live',
  mobile: 'bg-live-tint text-live',
  ringing: 'bg-ring-tint text-ring',
  incall: 'bg-missed-tint text-missed',
  busy: 'bg-missed-tint text-missed',
  dnd: 'bg-missed-tint text-missed',
  follow: 'bg-held-tint text-held',
};

/** The presence of a colleague, in words; nothing for one who is not online. */
export function StatusChip({ status }: { status: PresenceStatus }) {
  const { t } = useWords();
  if (!isOnline(status)) return null;
  const { mark, word } = presenceLook(status);
  return (
    <span
      className={cn(
        'inline-flex h-[22px] items-center gap-1.5 whitespace-nowrap rounded-xs px-2 font-med text-12',
        tones[mark],
      )}
    >
      <i
        aria-hidden
        className={cn(
          'size-2 flex-none bg-current',
          mark === 'incall' || mark === 'busy' || mark === 'follow' ? 'rounded-[2px]' : 'rounded-full',
        )}
      />
      {t(($) => $.people.presence[word])}
    </span>
  );
}
