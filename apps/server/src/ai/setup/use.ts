import { aiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import { aiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import type { AiUseRow } from '@sidetone/contract/entities/ai-use.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';

/** Months of use that are kept and shown, the current one among them. */
const keptMonths = 13;

const costs = z.record(z.string(), z.coerce.number().int());

/** What an account used, by month and service, the newest month first. One statement, however much it was. */
export async function readUse(db: Database, accountId: string): Promise<AiUseRow[]> {
  const { rows } = await sql<UseRow>`
    with runs as (
      select run.*, to_char(day_of_call(run.started_at, run.account_id), 'YYYY-MM') as month
      from ai_runs run
      where run.account_id = ${accountId}
        and run.started_at >= now() - make_interval(months => ${keptMonths})),
    prices as (
      select month, connection_id, step, kind, jsonb_object_agg(currency, price) as costs
      from (select month, connection_id, step, kind, currency, sum(price) as price
        from runs where currency is not null group by month, connection_id, step, kind, currency) by_currency
      group by month, connection_id, step, kind)
    select runs.month, runs.connection_id, runs.step, runs.kind, max(connection.name) as name,
      count(distinct runs.call)::int as calls,
      coalesce(sum(runs.audio_seconds), 0)::float8 as audio_seconds,
      coalesce(sum(coalesce(runs.tokens_in, 0) + coalesce(runs.tokens_out, 0)), 0)::float8 as tokens,
      (array_agg(prices.costs))[1] as costs,
      bool_or(runs.outcome = 'done' and runs.currency is null) as is_partly_free
    from runs
    left join prices using (month, connection_id, step, kind)
    left join ai_connections connection
      on connection.id = runs.connection_id and connection.account_id = ${accountId}
    group by runs.month, runs.connection_id, runs.step, runs.kind
    order by runs.month desc, runs.step desc, name, runs.connection_id, runs.kind`.execute(db);
  return rows.flatMap((row) => {
    const kind = aiServiceKind.safeParse(row.kind);
    if (!kind.success) return [];
    const byCurrency = Object.entries(costs.parse(row.costs ?? {}));
    return [
      {
        month: row.month,
        connectionId: row.connection_id,
        purpose: aiPurpose.parse(row.step === 'transcribe' ? 'speech' : 'language'),
        kind: kind.data,
        name: row.name,
        calls: row.calls,
        audioSeconds: row.audio_seconds,
        tokens: row.tokens,
        costs: byCurrency.map(([currency, millionths]) => ({ currency, millionths })),
        isPartlyPriced: byCurrency.length > 0 && row.is_partly_free === true,
      },
    ];
  });
}

interface UseRow {
  readonly month: string;
  readonly connection_id: string;
  readonly step: string;
  readonly kind: string;
  readonly name: string | null;
  readonly calls: number;
  readonly audio_seconds: number;
  readonly tokens: number;
  readonly costs: unknown;
  readonly is_partly_free: boolean | null;
}

/** Forgets what was used before the months that are kept. */
export async function forgetOldUse(db: Database): Promise<void> {
  await db
    .deleteFrom('ai_runs')
    .where('started_at', '<', sql<Date>`now() - make_interval(months => ${keptMonths}, days => 1)`)
    .execute();
  await db
    .deleteFrom('ai_usage')
    .where('month', '<', sql<string>`to_char(now() - make_interval(months => ${keptMonths}), 'YYYY-MM')`)
    .execute();
}
