import { CircleAlert } from 'lucide-react';
import { SavingStatus } from '#channels/SavingStatus.tsx';
import { useWords } from '#i18n/use-words.ts';
import { useRoutingPage } from '#live/queries/routing-page.ts';
import { Icon } from '#ui/Icon.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { CallerIdChoice } from './CallerIdChoice.tsx';
import { Connection } from './Connection.tsx';
import { PhoneBadge } from './PhoneBadge.tsx';
import { PhoneFacts } from './PhoneFacts.tsx';
import { PhoneTile } from './PhoneRow.tsx';
import { PhoneTools } from './PhoneTools.tsx';
import { usePhoneChanges } from './use-phone-changes.ts';
import type { ListedPhone } from './use-phones.ts';
import { type Sync, useSync } from './use-sync.ts';

interface PhonePageProps {
  listed: ListedPhone;
  onBack: () => void;
  onClose: () => void;
}

/** One phone: whether it takes calls, its caller ID, and its facts. Changes apply immediately. */
export function PhonePage({ listed, onBack, onClose }: PhonePageProps) {
  const { t } = useWords();
  const { phone, uses, isDefault } = listed;
  const sync = useSync();
  const changes = usePhoneChanges(phone);
  const isUnknown = phone.state === 'UNKNOWN';
  return (
    <SettingsPage
      title={t(($) => $.phones.title)}
      onBack={onBack}
      onClose={onClose}
      status={<SavingStatus saving={changes.saving} />}
      tools={isUnknown ? undefined : <PhoneTools sync={sync} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pb-8 max-[559px]:px-4" tabIndex={0}>
        {isUnknown ? <UnknownBanner sync={sync} /> : null}
        <div className="mb-4 flex items-center gap-3">
          <PhoneTile />
          <h3 className="min-w-0 flex-1 truncate font-med">{phone.name}</h3>
          <span role="status">
            <PhoneBadge state={phone.state} />
          </span>
        </div>
        <Connection phone={phone} isDefault={isDefault} changes={changes} />
        <CallerIdChoice phone={phone} changes={changes} />
        <PhoneFacts phone={phone} uses={uses} />
      </div>
    </SettingsPage>
  );
}

/** The state of this phone is not known: the remedy is beside it. */
function UnknownBanner({ sync }: { sync: Sync }) {
  const { t } = useWords();
  const who = useRoutingPage() === null ? 'others' : 'you';
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-m border border-missed-line bg-missed-tint px-4 py-3"
    >
      <Icon of={CircleAlert} className="text-missed" />
      <span className="min-w-[220px] flex-1">
        <span className="block font-med">{t(($) => $.phones.unknown.title)}</span>
        <span className="block text-12 text-ink-2">{t(($) => $.phones.unknown[who])}</span>
      </span>
      <PhoneTools sync={sync} />
    </div>
  );
}
