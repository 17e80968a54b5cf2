import {
  type AdminInfoBanner,
  adminInfoBanner,
  type InfoBannerDraft,
} from '@sidetone/contract/entities/admin-banner.ts';
import type { Selectable } from 'kysely';
import { serverScope } from '../../requests/audit.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';

type Row = Selectable<Schema['info_banners']>;

/** A banner as it is kept; null where another Sidetone wrote what this one does not understand. */
export function bannerOf(row: Row): (AdminInfoBanner & { rev: number }) | null {
  const { id, enabled, expires, content } = row;
  const read = adminInfoBanner.safeParse({
    ...content,
    id,
    enabled,
    expires: expires?.toISOString() ?? null,
    isForAllAccounts: row.scope === serverScope,
  });
  return read.success ? { ...read.data, rev: Number(row.rev) } : null;
}

/** The columns of a banner that an administrator of this account wrote. */
export function columnsOf(accountId: string, { enabled, expires, isForAllAccounts, ...content }: InfoBannerDraft) {
  return { scope: isForAllAccounts ? serverScope : accountId, enabled, expires, content: jsonText(content) };
}
