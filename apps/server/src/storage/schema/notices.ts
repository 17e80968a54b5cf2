import type { AlarmKind, ReportRhythm } from '@sidetone/contract/entities/alarm.ts';
import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { HealthCode } from '@sidetone/contract/entities/health.ts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, Rev, Time } from '../columns.ts';

/** The tables of alarms and reports, and what is sent about them. */
export interface NoticeTables {
  alarm_settings: {
    account_id: string;
    emails: string[];
    language: Locale;
    webhook_url: string | null;
    secret_sealed: Buffer | null;
    off: AlarmKind[];
    most_waiting: number | null;
    most_wait_seconds: number | null;
    created_at: CreatedAt;
    rev: Rev;
  };
  phones_seen: {
    account_id: string;
    most: number;
    day: string;
  };
  alarms: {
    id: Generated<string>;
    account_id: string;
    key: string;
    kind: AlarmKind;
    code: HealthCode;
    worst: HealthCode;
    is_of_server: boolean;
    name: string;
    host: string;
    said: string | null;
    count: number | null;
    seen_at: Time;
    began_at: Time | null;
    fine_at: Time | null;
    ended_at: Time | null;
    told_at: Time | null;
    acknowledged_at: Time | null;
    acknowledged_by: string | null;
    rev: Rev;
  };
  notices: {
    id: string;
    account_id: string;
    once: string;
    kind: 'begin' | 'worse' | 'again' | 'end' | 'report';
    way: 'mail' | 'webhook';
    target: string;
    language: Locale;
    about: Json<unknown>;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    tries: Generated<number>;
    status: number | null;
    problem: string | null;
    next_at: Time | null;
    created_at: CreatedAt;
    ended_at: Time | null;
  };
  report_settings: {
    account_id: string;
    rhythm: ReportRhythm;
    emails: string[];
    language: Locale;
    since: ColumnType<Date, Date | undefined, Date>;
    rev: Rev;
  };
}
