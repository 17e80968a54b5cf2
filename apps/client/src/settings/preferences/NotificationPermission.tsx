import { BellOff, BellRing, CircleCheck, ExternalLink, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { askForNotifications, useNotificationPermission } from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

const tones = {
  warn: 'border-ring-line bg-ring-tint text-ring',
  error: 'border-missed-line bg-missed-tint text-missed',
  ok: 'border-live-line bg-live-tint text-live',
};

/** Whether calls are announced while another window is in front, and how to allow that. */
export function NotificationPermission() {
  const { t } = useWords();
  const state = useNotificationPermission();
  const help = useExternalLink('faqPermissions');
  switch (state) {
    case null:
      return null;
    case 'granted':
      return <Box tone="ok" icon={CircleCheck} title={t(($) => $.preferences.notificationsAllowed)} />;
    case 'prompt':
      return (
        <Box
          tone="warn"
          icon={BellRing}
          title={t(($) => $.audio.permissions.notificationsPrompt)}
          text={t(($) => $.audio.permissions.notificationsPromptText)}
          action={<Button onClick={() => void askForNotifications()}>{t(($) => $.audio.permissions.allow)}</Button>}
        />
      );
    case 'denied':
      return (
        <Box
          tone="error"
          icon={BellOff}
          title={t(($) => $.audio.permissions.notificationsDenied)}
          text={t(($) => $.audio.permissions.notificationsDeniedText)}
          action={
            help === null ? null : (
              <LinkButton
                href={help}
                target="_blank"
                rel="noreferrer"
                onClick={() => void track({ name: 'FAQ_CLICK' })}
              >
                {t(($) => $.audio.permissions.help)}
                <Icon of={ExternalLink} size={14} />
              </LinkButton>
            )
          }
        />
      );
  }
}

interface BoxProps {
  tone: keyof typeof tones;
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
}

function Box({ tone, icon, title, text, action }: BoxProps) {
  return (
    <div role="status" className={cn('flex items-center gap-3 rounded-m border px-4 py-2.5', tones[tone])}>
      <Icon of={icon} />
      <div className="min-w-0 flex-1">
        <p className="font-med text-ink">{title}</p>
        {text === undefined ? null : <p className="text-12 text-ink-2">{text}</p>}
      </div>
      {action}
    </div>
  );
}
