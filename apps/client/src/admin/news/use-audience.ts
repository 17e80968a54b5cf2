import type { AdminInfoBanner } from '@sidetone/contract/entities/admin-banner.ts';
import { infoBannerProducts, infoBannerSystems } from '@sidetone/contract/entities/banner.ts';
import { useCallback } from 'react';
import { useWords } from '#i18n/use-words.ts';

/** The audience of a banner, in words: `Test accounts · macOS, Linux · 1.2 to 1.4`, or everybody. */
export function useAudience(): (banner: AdminInfoBanner) => string {
  const { t } = useWords();
  return useCallback(
    (banner) => {
      const { fromVersion: from, toVersion: to, registrars, crm } = banner;
      const systems = infoBannerSystems.filter((name) => banner.os.includes(name));
      const products = infoBannerProducts.filter((name) => banner.product.includes(name));
      const parts = [
        banner.isForAllAccounts ? t(($) => $.admin.news.allAccounts) : '',
        banner.testAccountOnly ? t(($) => $.admin.news.testAccounts) : '',
        systems.map((name) => t(($) => $.admin.news.systems[name])).join(', '),
        products.map((name) => t(($) => $.admin.news.products[name])).join(', '),
        from !== null && to !== null
          ? t(($) => $.admin.news.versions, { from, to })
          : from !== null
            ? t(($) => $.admin.news.versionsFrom, { from })
            : to !== null
              ? t(($) => $.admin.news.versionsTo, { to })
              : '',
        registrars.join(', '),
        crm.join(', '),
      ];
      return parts.filter((part) => part !== '').join(' · ') || t(($) => $.admin.news.everybody);
    },
    [t],
  );
}
