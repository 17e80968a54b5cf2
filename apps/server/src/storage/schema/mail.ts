import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { MailKind, MailSecurity, MailWishes } from '@sidetone/contract/entities/mail.ts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Rev, Time } from '../columns.ts';

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
    /** Null: it goes to the address of the channel. */
    user_id: string | null;
    channel_id: Generated<string | null>;
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
  channel_mails: {
    channel_id: string;
    account_id: string;
    address: string;
    voicemails: MailWishes['voicemails'];
    missed_calls: MailWishes['missedCalls'];
    every_minutes: number;
    language: Locale;
    instead: boolean;
    since: ColumnType<Date, Date | undefined, Date>;
    confirmed_at: Time | null;
    code_sealed: Buffer | null;
    code_sent_at: Time | null;
    code_tries: Generated<number>;
  };
  mailed_codes: {
    id: Generated<string>;
    account_id: string;
    channel_id: string;
    address: string;
    sent_at: ColumnType<Date, Date | undefined, never>;
  };
  mail_events: {
    /** The user, or the channel whose address it is. */
    user_id: string;
    channel_id: string;
    doc_id: string;
    mail_id: string;
  };
}
