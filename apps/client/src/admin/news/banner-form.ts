import type { AdminInfoBanner } from '@sidetone/contract/entities/admin-banner.ts';

/** A banner as its form has it: an optional value is an empty text. */
export interface BannerValues {
  enabled: boolean;
  isForAllAccounts: boolean;
  testAccountOnly: boolean;
  /** A local time of this machine, `2026-11-30T18:00`. */
  expires: string;
  os: string[];
  product: string[];
  registrars: string;
  crm: string[];
  fromVersion: string;
  toVersion: string;
  priority: string;
  message: { de: string; en: string };
  type: AdminInfoBanner['type'];
  link: string;
  linkText: { de: string; en: string };
}

const noWords = { de: '', en: '' };

/** The start of the form for this banner, or for a new one. */
export function bannerValues(banner: AdminInfoBanner | null): BannerValues {
  return {
    enabled: banner?.enabled ?? true,
    isForAllAccounts: banner?.isForAllAccounts ?? false,
    testAccountOnly: banner?.testAccountOnly ?? false,
    expires: localText(banner?.expires ?? null),
    os: banner?.os ?? [],
    product: banner?.product ?? [],
    crm: banner?.crm ?? [],
    registrars: banner?.registrars.join('\n') ?? '',
    fromVersion: banner?.fromVersion ?? '',
    toVersion: banner?.toVersion ?? '',
    priority: String(banner?.priority ?? 0),
    type: banner?.type ?? 'INFO',
    message: banner?.message ?? noWords,
    link: banner?.link ?? '',
    linkText: banner?.linkText ?? noWords,
  };
}

/** The form as the server reads it. */
export function bannerBody(values: BannerValues): object {
  const { linkText, registrars, expires, priority } = values;
  const hasLinkText = linkText.de.trim() !== '' || linkText.en.trim() !== '';
  return {
    ...values,
    expires: expires === '' ? null : new Date(expires).toISOString(),
    registrars: registrars.split(/[\s,]+/).filter((host) => host !== ''),
    fromVersion: orNull(values.fromVersion),
    toVersion: orNull(values.toVersion),
    link: orNull(values.link),
    priority: priority.trim() === '' ? 0 : Number(priority),
    linkText: hasLinkText ? linkText : null,
  };
}

/** The state of a banner: shown to its audience, closed by an administrator, or over. */
export function bannerState({ enabled, expires }: AdminInfoBanner, now: number): 'on' | 'off' | 'over' {
  if (expires !== null && Date.parse(expires) <= now) return 'over';
  return enabled ? 'on' : 'off';
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The moment in local time of this machine, in the format of a field for date and time. */
function localText(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
