import { Link } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toasts.ts';
import { askForPhoneLinks, canOfferPhoneLinks } from './phone-links.ts';

/** Offers once per device to open links with numbers here. */
export function PhoneLinksOffer() {
  const { t } = useWords();
  const [offered, setOffered] = useState(canOfferPhoneLinks);
  if (!offered) return null;
  const ask = () => {
    const done = askForPhoneLinks();
    setOffered(false);
    toast(
      done
        ? { tone: 'info', title: t(($) => $.omnibar.phoneLinks.offer), text: t(($) => $.omnibar.phoneLinks.asked) }
        : { tone: 'error', title: t(($) => $.omnibar.phoneLinks.offer), text: t(($) => $.omnibar.phoneLinks.refused) },
    );
  };
  return (
    <button
      type="button"
      onClick={ask}
      className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-s px-2 text-12 text-ink-2 hover:bg-hover"
    >
      <Icon of={Link} size={14} />
      <span className="truncate">{t(($) => $.omnibar.phoneLinks.offer)}</span>
    </button>
  );
}
