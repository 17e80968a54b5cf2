import type { PhoneState } from '@sidetone/contract/entities/phone.ts';
import { CircleAlert } from 'lucide-react';
import { phoneBadge } from '#channels/caller-id-look.ts';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';

const inWords = 'inline-flex items-center gap-1.5 whitespace-nowrap font-med text-12';

/** The state of a phone: seven in the phone system, four for users. */
export function PhoneBadge({ state }: { state: PhoneState }) {
  const { t } = useWords();
  const badge = phoneBadge(state);
  const words = t(($) => $.channels.phone.states[badge]);
  switch (badge) {
    case 'online':
    case 'offline':
      return <StateBadge tone={badge === 'online' ? 'live' : 'off'}>{words}</StateBadge>;
    case 'connecting':
      return (
        <span className={`${inWords} text-ring`}>
          <Spinner />
          {words}
        </span>
      );
    case 'error':
      return (
        <span className={`${inWords} text-missed`}>
          <Icon of={CircleAlert} size={14} />
          {words}
        </span>
      );
  }
}
