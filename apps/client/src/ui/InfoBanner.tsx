import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Banner, type BannerTone } from './Banner.tsx';
import { LinkButton } from './Button.tsx';
import { isWebAddress } from './web-address.ts';

type InfoBannerLook = 'SUCCESS' | 'INFO' | 'WARNING' | 'ERROR';

interface InfoBannerProps {
  look: InfoBannerLook;
  /** Plain words; nothing in them is read as markup. */
  text: string;
  /** Only http and https can be followed. */
  link?: { href: string; label: string } | null;
  onClose: () => void;
  closeLabel: string;
}

const looks: Record<InfoBannerLook, { tone: BannerTone; icon: LucideIcon }> = {
  SUCCESS: { tone: 'ok', icon: CircleCheck },
  INFO: { tone: 'info', icon: Info },
  WARNING: { tone: 'warn', icon: TriangleAlert },
  ERROR: { tone: 'error', icon: CircleAlert },
};

/** News above the page: it can be closed, and may lead to a page with more. */
export function InfoBanner({ look, text, link = null, onClose, closeLabel }: InfoBannerProps) {
  const { tone, icon } = looks[look];
  return (
    <Banner
      tone={tone}
      icon={icon}
      onClose={onClose}
      closeLabel={closeLabel}
      action={
        link !== null && isWebAddress(link.href) ? (
          <LinkButton size="s" href={link.href} target="_blank" rel="noopener noreferrer">
            {link.label}
          </LinkButton>
        ) : null
      }
    >
      {text}
    </Banner>
  );
}
