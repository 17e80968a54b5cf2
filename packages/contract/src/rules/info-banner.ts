import type { InfoBanner, ShownInfoBanner } from '../entities/banner.ts';

/** What an app is, as far as news chooses by it. */
export interface InfoBannerReader {
  readonly isTestAccount: boolean;
  /** Such as `1.4.0`. */
  readonly version: string;
  readonly os: string;
  readonly product: string;
  readonly registrars: readonly string[];
  readonly crm: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Compares versions number by number: negative where `a` is the older one, 0 where they are the same. What is missing
 * counts as 0, and what follows a `-` or `+` is no matter: `1.4` is `1.4.0` is `v1.4.0-rc.1`.
 */
export function compareVersions(a: string, b: string): number {
  const [as, bs] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < Math.max(as.length, bs.length); at += 1) {
    const difference = (as[at] ?? 0) - (bs[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a banner is for this reader: it is on and not over, and every filter that says something lets them through. */
export function isBannerFor(banner: InfoBanner, reader: InfoBannerReader): boolean {
  const { enabled, testAccountOnly, expires, os, product, registrars, crm, fromVersion, toVersion } = banner;
  return (
    enabled &&
    (!testAccountOnly || reader.isTestAccount) &&
    (expires === null || reader.now < Date.parse(expires)) &&
    letsThrough(os, [reader.os]) &&
    letsThrough(product, [reader.product]) &&
    letsThrough(registrars, reader.registrars) &&
    letsThrough(crm, reader.crm) &&
    (fromVersion === null || compareVersions(reader.version, fromVersion) >= 0) &&
    (toVersion === null || compareVersions(reader.version, toVersion) <= 0)
  );
}

/** The banners for a reader, the one to show first; of those with the same priority the later of the list. */
export function bannersFor<Banner extends ShownInfoBanner>(
  banners: readonly Banner[],
  reader: InfoBannerReader,
): Banner[] {
  return banners
    .filter((banner) => isBannerFor(banner, reader))
    .reverse()
    .sort((a, b) => b.priority - a.priority);
}

/** How long until a banner of the list is over, in milliseconds; null where none will be. */
export function nextExpiryMs(banners: readonly InfoBanner[], now: number): number | null {
  const left = banners.flatMap(({ expires }) => (expires === null ? [] : [Date.parse(expires) - now]));
  const ahead = left.filter((ms) => ms > 0);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function letsThrough(filter: readonly string[], mine: readonly string[]): boolean {
  if (filter.length === 0) return true;
  const wanted = new Set(filter.map(plain));
  return mine.some((each) => wanted.has(plain(each)));
}

const plain = (text: string) => text.trim().toLowerCase();

function numbersOf(version: string): number[] {
  const [numbers = ''] = version.trim().replace(/^v/i, '').split(/[-+]/);
  return numbers.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
