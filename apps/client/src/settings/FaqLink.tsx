import { ExternalLink } from 'lucide-react';
import { track } from '#live/line/analytics.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { Icon } from '#ui/Icon.tsx';

interface FaqLinkProps {
  to: 'faq' | 'faqPermissions' | 'faqClickToDial';
  children: string;
}

/** A link within a text to answers outside the app, in a tab of its own; nothing where there are none. */
export function FaqLink({ to, children }: FaqLinkProps) {
  const address = useExternalLink(to);
  if (address === null) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      onClick={() => void track({ name: 'FAQ_CLICK' })}
      className="inline-flex items-center gap-1 text-accent hover:underline"
    >
      {children}
      <Icon of={ExternalLink} size={12} />
    </a>
  );
}
