import type { AlertKind, RefusalKind } from '@sidetone/contract/entities/guard.ts';
import { sql } from 'kysely';
import { jsonText } from '../storage/json-text.ts';
import type { Writer } from '../storage/writer.ts';
import { serverScope } from './audit.ts';

/** Something that administrators have to hear of. */
interface Raised {
  /** Null for what concerns the server and no account. */
  readonly accountId: string | null;
  readonly kind: AlertKind;
  /** A network address or the id of a user or account. */
  readonly source: string;
  readonly at: Date;
  /** Never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** How many refusals of one source within an hour administrators are told of; of other kinds they are told nothing. */
const tellingCounts: Partial<Record<RefusalKind, { readonly kind: AlertKind; readonly from: number }>> = {
  limitReached: { kind: 'limitReached', from: 1 },
  destinationBarred: { kind: 'barredOften', from: 5 },
  // Someone who forgot a password gives up, or waits, before that.
  signInWrong: { kind: 'passwordsGuessed', from: 15 },
};

/** What a count that grew from `before` to `now` tells administrators; null where it tells them nothing new. */
export function alertOf(refusal: RefusalKind, before: number, now: number): AlertKind | null {
  const telling = tellingCounts[refusal];
  return telling !== undefined && before < telling.from && now >= telling.from ? telling.kind : null;
}

/** Alerts of one kind in an account within an hour; an attack from ever new addresses is told by these. */
const mostOfHour = 20;
const hourMs = 60 * 60 * 1000;

/** Tells administrators something: once for each kind, source and hour. The caller writes the line of the audit log. */
export async function raiseAlert(db: Writer, { accountId, kind, source, at, detail = {} }: Raised): Promise<void> {
  const scope = accountId ?? serverScope;
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  await sql`
    insert into alerts (scope, kind, source, hour, at, detail)
    select ${scope}, ${kind}, ${source}, ${hour}, ${at}, ${jsonText(detail)}::jsonb
    where (select count(*) from alerts where scope = ${scope} and kind = ${kind} and hour = ${hour}) < ${mostOfHour}
    on conflict do nothing`.execute(db);
}

const keptDays = 90;

/** Removes alerts that are older than 90 days; the audit log keeps their lines. */
export async function forgetOldAlerts(db: Writer): Promise<void> {
  await sql`delete from alerts where at < now() - ${keptDays} * interval '1 day'`.execute(db);
}
