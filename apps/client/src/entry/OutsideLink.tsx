import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Icon } from '#ui/Icon.tsx';

interface OutsideLinkProps {
  href: string;
  /** Among small print: without a colour and an icon of its own. */
  quiet?: boolean;
  children: string;
}

/** A link that leaves the app: it opens beside it, on the desktop in the system's browser. */
export function OutsideLink({ href, quiet = false, children }: OutsideLinkProps) {
  const { t } = useWords();
  const open = (event: MouseEvent) => {
    if (bridge().kind === 'browser') return;
    event.preventDefault();
    bridge().openInBrowser(new URL(href, location.href).href);
  };
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={open}
      className={
        quiet ? 'text-ink-2 hover:underline' : 'inline-flex items-center gap-1 font-med text-accent hover:underline'
      }
    >
      {children}
      {quiet ? null : <Icon of={ExternalLink} size={14} />}
      <span className="sr-only"> {t(($) => $.start.login.newTab)}</span>
    </a>
  );
}
