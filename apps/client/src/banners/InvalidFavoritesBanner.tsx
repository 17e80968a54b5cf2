import { Star } from 'lucide-react';
import type { InvalidFavorites } from '#contacts/invalid-favorites.ts';
import { useWords } from '#i18n/use-words.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';

/** Some favorites no longer have a contact. */
export function InvalidFavoritesBanner({ count, busy, removeAll }: InvalidFavorites) {
  const { t } = useWords();
  return (
    <Banner
      tone="warn"
      icon={Star}
      action={
        <Button size="s" disabled={busy} onClick={() => void removeAll()}>
          {t(($) => $.favorites.invalid.remove, { count })}
        </Button>
      }
    >
      {t(($) => $.favorites.invalid.banner, { count })}
    </Banner>
  );
}
