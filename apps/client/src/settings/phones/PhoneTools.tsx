import { ExternalLink, RefreshCw } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/external-links.ts';
import { useOnline } from '#platform/online.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { Sync } from './use-sync.ts';

interface PhoneToolsProps {
  sync: Sync;
}

/** To read the phones anew, and to go where they are created. */
export function PhoneTools({ sync }: PhoneToolsProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <SyncButton sync={sync} />
      <RoutingLink />
    </span>
  );
}

function SyncButton({ sync }: { sync: Sync }) {
  const { t } = useWords();
  const online = useOnline();
  return (
    // Not disabled while it runs: the focus stays where it is.
    <Button
      aria-disabled={sync.isRunning}
      aria-busy={sync.isRunning}
      disabled={!online}
      className="aria-disabled:opacity-45"
      onClick={sync.start}
    >
      {sync.isRunning ? <Spinner /> : <Icon of={RefreshCw} />}
      {t(($) => $.phones.sync.button)}
    </Button>
  );
}

/** Where phones are created and deleted; nothing where the operator has no such page. */
export function RoutingLink({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useWords();
  const address = useExternalLink('routing');
  if (address === null) return null;
  return (
    <LinkButton href={address} target="_blank" rel="noreferrer">
      {t(($) => (isFirst ? $.phones.openRouting : $.phones.routing))}
      <Icon of={ExternalLink} size={14} />
    </LinkButton>
  );
}
