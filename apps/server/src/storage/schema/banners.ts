import type { ColumnType, JSONColumnType } from 'kysely';
import type { CreatedAt, Rev } from '../columns.ts';

/** The table of news that administrators show above the app. */
export interface BannerTables {
  info_banners: {
    id: string;
    account_id: string;
    scope: string;
    enabled: boolean;
    expires: ColumnType<Date | null, Date | string | null, Date | string | null>;
    content: JSONColumnType<Record<string, unknown>>;
    created_at: CreatedAt;
    rev: Rev;
  };
}
