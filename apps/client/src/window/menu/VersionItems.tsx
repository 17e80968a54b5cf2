import { ExternalLink, Gift } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useLocalFlag } from '#platform/local-flags.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem, MenuLink } from '#ui/Menu.tsx';

interface VersionItemsProps {
  version: string;
  onChanges: () => void;
}

/**
 * The version, emphasised until its changes were read, and the links to its news. The version that new users start with
 * is not news to them.
 */
export function VersionItems({ version, onChanges }: VersionItemsProps) {
  const { t } = useWords();
  const isNewcomer = useLocalFlag('introSeenAt') === null;
  const isNew = useLocalFlag('changesSeen') !== version && !isNewcomer;
  const features = useExternalLink('features');
  return (
    <>
      <div className={cn('flex h-8 items-center gap-2.5 px-2', isNew ? 'font-med' : 'text-ink-3')}>
        <Icon of={Gift} className={isNew ? 'text-accent' : 'text-ink-3'} />
        {t(($) => (isNew ? $.shell.versionIsHere : $.shell.version), { version })}
      </div>
      {features === null ? null : (
        <MenuLink href={features} className="pl-8.5 text-accent">
          <span className="flex items-center gap-1.5">
            {t(($) => $.shell.features)}
            <Icon of={ExternalLink} size={14} />
          </span>
        </MenuLink>
      )}
      <MenuItem onSelect={onChanges} className="pl-8.5 text-accent">
        {t(($) => $.shell.changes)}
      </MenuItem>
    </>
  );
}
