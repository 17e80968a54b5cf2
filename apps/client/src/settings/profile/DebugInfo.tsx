import { flagNames } from '@sidetone/contract/entities/flags.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { Copy, ExternalLink } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useFlags } from '#live/queries/flags.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toasts.ts';
import { SettingGroup } from '../SettingGroup.tsx';
import { useVersion } from '../use-version.ts';

/** What people of test accounts hand on when they report something: ids, versions and what is switched on. */
export function DebugInfo({ me }: { me: User }) {
  const { t } = useWords();
  const flags = useFlags();
  const version = useVersion();
  const helpdesk = useExternalLink('helpdesk', { webUserId: me.webUserId, accountId: me.masterSipId });
  const on = flagNames.filter((name) => flags[name]);
  const facts: readonly (readonly [string, string])[] = [
    [t(($) => $.profile.debug.user), me.id],
    [t(($) => $.profile.debug.webUser), me.webUserId],
    [t(($) => $.profile.debug.account), me.masterSipId],
    [
      t(($) => $.profile.debug.generation),
      flags.hasNeoPbx ? t(($) => $.profile.debug.newer) : t(($) => $.profile.debug.classic),
    ],
    [t(($) => $.profile.debug.device), navigator.userAgent],
    [t(($) => $.profile.debug.version), version ?? ''],
    [t(($) => $.profile.debug.flags), on.length === 0 ? t(($) => $.profile.debug.noFlags) : on.join(', ')],
  ];
  const copy = async () => {
    try {
      await copyToClipboard(facts.map((fact) => fact.join(': ')).join('\n'));
      toast({ tone: 'ok', title: t(($) => $.profile.debug.copied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.profile.debug.notCopied) });
    }
  };
  return (
    <SettingGroup
      title={
        <span className="flex items-center gap-2">
          {t(($) => $.profile.debug.title)}
          <Chip className="bg-ring-tint text-ring">{t(($) => $.profile.debug.badge)}</Chip>
        </span>
      }
      aside={
        <>
          {helpdesk === null ? null : (
            <LinkButton tone="ghost" size="s" href={helpdesk} target="_blank" rel="noreferrer">
              {t(($) => $.profile.debug.helpdesk)}
              <Icon of={ExternalLink} size={14} />
            </LinkButton>
          )}
          <Button tone="ghost" size="s" onClick={() => void copy()}>
            <Icon of={Copy} size={14} />
            {t(($) => $.profile.debug.copy)}
          </Button>
        </>
      }
    >
      <dl
        aria-label={t(($) => $.profile.debug.title)}
        className="grid grid-cols-[172px_1fr] gap-y-1.5 py-3 max-[559px]:grid-cols-1"
      >
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </SettingGroup>
  );
}
