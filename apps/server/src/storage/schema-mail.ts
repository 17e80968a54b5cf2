import type { MailKind, MailSecurity, MailWishes } from '@sidetone/contract/entities/mail.ts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Rev, Time } from './columns.ts';

/** The tables of what accounts send by mail. */
export interface MailTables {
  mail_servers: {
    account_id: string;
    host: string;
    port: number;
    security: MailSecurity;
    sign_in: string;
    /** Null: there is no sign-in. */
    password_sealed: Buffer | null;
    from_address: string;
    from_name: string;
    created_at: CreatedAt;
    rev: Rev;
  };
  mail_wishes: {
    user_id: string;
    voicemails: MailWishes['voicemails'];
    missed_calls: MailWishes['missedCalls'];
    every_minutes: number;
    channel_ids: string[];
    since: ColumnType<Date, Date | undefined, Date>;
  };
  mails: {
    /** What receivers know the message by. */
    id: string;
    account_id: string;
    user_id: string;
    kind: MailKind;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    tries: Generated<number>;
    status: number | null;
    problem: string | null;
    next_at: Time | null;
    tried_at: Time | null;
    created_at: CreatedAt;
    ended_at: Time | null;
  };
  mail_events: {
    user_id: string;
    channel_id: string;
    doc_id: string;
    mail_id: string;
  };
}
