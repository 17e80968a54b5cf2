import { ExternalLink, RefreshCw } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useRoutingPage } from '#live/queries/routing-page.ts';
import { useOnline } from '#platform/online.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { Sync } from './use-sync.ts';

interface PhoneToolsProps {
  sync: Sync;
}

/** Loads the phones again, and leads users who may to the page where they are created. */
export function PhoneTools({ sync }: PhoneToolsProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <SyncButton sync={sync} />
      <RoutingLink />
    </span>
  );
}

interface PartProps {
  /** Small ones are in banners. */
  size?: 's' | 'm';
}

/** Loads the phones again. */
export function SyncButton({ sync, size = 'm' }: PartProps & PhoneToolsProps) {
  const { t } = useWords();
  const online = useOnline();
  const iconSize = size === 's' ? 14 : 16;
  return (
    // Not disabled while it runs: the focus stays where it is.
    <Button
      size={size}
      aria-disabled={sync.isRunning}
      aria-busy={sync.isRunning}
      disabled={!online}
      className="aria-disabled:opacity-45"
      onClick={sync.start}
    >
      {sync.isRunning ? <Spinner size={iconSize} /> : <Icon of={RefreshCw} size={iconSize} />}
      {t(($) => $.phones.sync.button)}
    </Button>
  );
}

interface RoutingLinkProps extends PartProps {
  /** Its words: "manage" beside existing phones, "open" where something has to be done first. */
  label?: 'routing' | 'openRouting';
}

/** The page where phones are created and deleted; nothing for users without such a page. */
export function RoutingLink({ label = 'routing', size = 'm' }: RoutingLinkProps) {
  const { t } = useWords();
  const address = useRoutingPage();
  if (address === null) return null;
  return (
    <LinkButton size={size} href={address} target="_blank" rel="noreferrer">
      {t(($) => $.phones[label])}
      <Icon of={ExternalLink} size={14} />
    </LinkButton>
  );
}
