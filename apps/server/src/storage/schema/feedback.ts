import type { ColumnType, JSONColumnType } from 'kysely';
import type { BigInt64, CreatedAt, Rev, Time } from '../columns.ts';

/** Tables about what people tell of the product and of their calls. */
export interface FeedbackTables {
  feedback: {
    id: string;
    account_id: string;
    user_id: string;
    at: CreatedAt;
    subject: string;
    text: string;
    email: string;
    facts: JSONColumnType<Record<string, unknown>>;
    done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    done_by: ColumnType<string | null, string | null | undefined, string | null>;
    rev: Rev;
  };
  user_assets: {
    id: string;
    account_id: string;
    user_id: string;
    /** Null until it is sent. */
    feedback_id: ColumnType<string | null, string | null | undefined, string | null>;
    kind: 'image' | 'log';
    file_name: string;
    content_type: string;
    bytes: BigInt64;
    created_at: CreatedAt;
  };
  call_feedback: {
    id: string;
    account_id: string;
    user_id: string;
    call_id: string;
    /** The event of the call, where the server has one. */
    channel_id: string | null;
    doc_id: string | null;
    at: Time;
    rating: 'GOOD' | 'BAD';
    tag: string | null;
    reason: string | null;
    text: string;
    /** The rating dialog and the overlay each keep their own answer. */
    from_dialog: boolean;
    done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    done_by: ColumnType<string | null, string | null | undefined, string | null>;
    rev: Rev;
  };
}
