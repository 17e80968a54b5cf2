import type { CreatedAt } from '../columns.ts';

/** Pictures that users show of themselves. */
export interface PictureTables {
  user_pictures: {
    user_id: string;
    account_id: string;
    /** SHA-256 of the bytes in hex; part of the address. */
    digest: string;
    content_type: 'image/png' | 'image/jpeg' | 'image/webp';
    bytes: Buffer;
    created_at: CreatedAt;
  };
}
