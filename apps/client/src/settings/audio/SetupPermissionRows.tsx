import type { PermissionState } from '@sidetone/contract/entities/audio-device.ts';
import { Bell, CircleAlert, type LucideIcon, Mic } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useMicrophonePermission, useNotificationPermission } from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { FaqLink } from '../FaqLink.tsx';

interface SetupPermissionRowsProps {
  onAskMicrophone: () => Promise<unknown>;
  onAskNotifications: () => Promise<unknown>;
}

/** Both permissions, their state, and a button to ask for each. */
export function SetupPermissionRows({ onAskMicrophone, onAskNotifications }: SetupPermissionRowsProps) {
  const { t } = useWords();
  return (
    <ul className="mt-5">
      <Permission
        icon={Mic}
        state={useMicrophonePermission()}
        title={t(($) => $.audio.microphone)}
        text={t(($) => $.audio.setup.microphoneText)}
        askLabel={t(($) => $.audio.setup.allowMicrophone)}
        onAsk={onAskMicrophone}
      />
      <Permission
        icon={Bell}
        state={useNotificationPermission()}
        title={t(($) => $.audio.setup.notifications)}
        text={t(($) => $.audio.setup.notificationsText)}
        askLabel={t(($) => $.audio.setup.allowNotifications)}
        onAsk={onAskNotifications}
      />
    </ul>
  );
}

const badges = {
  prompt: { tone: 'off' },
  granted: { tone: 'live' },
  denied: { tone: 'missed', icon: CircleAlert },
} as const satisfies Record<NonNullable<PermissionState>, Pick<ComponentProps<typeof StateBadge>, 'tone' | 'icon'>>;

interface PermissionProps {
  icon: LucideIcon;
  state: PermissionState;
  title: string;
  text: string;
  askLabel: string;
  onAsk: () => Promise<unknown>;
}

function Permission({ icon, state, title, text, askLabel, onAsk }: PermissionProps) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    void onAsk().finally(() => setAsking(false));
  };
  return (
    <li className="flex items-center gap-4 border-line border-b py-3.5">
      <span className="grid size-9 flex-none place-items-center rounded-m bg-well text-ink-2">
        <Icon of={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-med">{title}</span>
        <span className="block text-12 text-ink-3">{state === 'denied' ? <Unblock /> : text}</span>
      </span>
      <span className="flex flex-none flex-wrap items-center justify-end gap-3" aria-live="polite">
        {state === null ? null : <StateBadge {...badges[state]}>{t(($) => $.audio.setup.states[state])}</StateBadge>}
        {state === 'prompt' ? (
          <Button aria-label={askLabel} disabled={isAsking} onClick={ask}>
            {t(($) => $.audio.permissions.allow)}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

/** Users who refused are not asked again, so there is only help. */
function Unblock() {
  const { t } = useWords();
  const isDesktop = bridge().kind === 'desktop';
  return (
    <>
      {t(($) => (isDesktop ? $.audio.setup.blockedBySystem : $.audio.setup.blockedByBrowser))}{' '}
      <span className="font-med">
        <FaqLink to="faqPermissions">{t(($) => $.audio.setup.unblock)}</FaqLink>
      </span>
    </>
  );
}
