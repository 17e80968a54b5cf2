import { BellOff, BellRing, ExternalLink, type LucideIcon, Mic, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  askForMicrophone,
  askForNotifications,
  useMicrophonePermission,
  useNotificationPermission,
} from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

/** Permissions that the browser has not given yet, or has refused. Nothing once all are given. */
export function PermissionBanners() {
  const { t } = useWords();
  const microphone = useMicrophonePermission();
  const notifications = useNotificationPermission();
  const isQuiet = [microphone, notifications].every((state) => state === 'granted' || state === null);
  if (isQuiet) return null;
  return (
    <div className="flex flex-none flex-col gap-2">
      {microphone === 'prompt' ? (
        <Ask
          icon={Mic}
          title={t(($) => $.audio.permissions.microphonePrompt)}
          text={t(($) => $.audio.permissions.microphonePromptText)}
          onAsk={askForMicrophone}
        />
      ) : null}
      {microphone === 'denied' ? (
        <Blocked
          icon={MicOff}
          title={t(($) => $.audio.permissions.microphoneDenied)}
          text={t(($) => $.audio.permissions.microphoneDeniedText)}
        />
      ) : null}
      {notifications === 'prompt' ? (
        <Ask
          icon={BellRing}
          title={t(($) => $.audio.permissions.notificationsPrompt)}
          text={t(($) => $.audio.permissions.notificationsPromptText)}
          onAsk={askForNotifications}
        />
      ) : null}
      {notifications === 'denied' ? (
        <Blocked
          icon={BellOff}
          title={t(($) => $.audio.permissions.notificationsDenied)}
          text={t(($) => $.audio.permissions.notificationsDeniedText)}
        />
      ) : null}
    </div>
  );
}

interface BannerProps {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** It stays until it is answered. */
function Ask({ onAsk, ...rest }: BannerProps & { onAsk: () => Promise<unknown> }) {
  const { t } = useWords();
  return (
    <Box
      tone="warn"
      {...rest}
      action={
        <Button className="border-ring-line" onClick={() => void onAsk()}>
          {t(($) => $.audio.permissions.allow)}
        </Button>
      }
    />
  );
}

/** A browser that refused does not ask again, so there is only help. */
function Blocked(props: BannerProps) {
  const { t } = useWords();
  const help = useExternalLink('faqPermissions');
  return (
    <Box
      tone="error"
      {...props}
      action={
        help === null ? null : (
          <LinkButton
            href={help}
            target="_blank"
            rel="noreferrer"
            className="border-missed-line"
            onClick={() => void track({ name: 'FAQ_CLICK' })}
          >
            {t(($) => $.audio.permissions.help)}
            <Icon of={ExternalLink} size={14} className="text-missed" />
          </LinkButton>
        )
      }
    />
  );
}

function Box({ tone, icon, title, text, action }: BannerProps & { tone: 'warn' | 'error'; action: ReactNode }) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn(
        'flex items-center gap-3 rounded-m border px-4 py-2.5',
        tone === 'error' ? 'border-missed-line bg-missed-tint text-missed' : 'border-ring-line bg-ring-tint text-ring',
      )}
    >
      <Icon of={icon} />
      <div className="min-w-0 flex-1">
        <p className="font-med text-ink">{title}</p>
        <p className="text-12 text-ink-2">{text}</p>
      </div>
      {action}
    </div>
  );
}
