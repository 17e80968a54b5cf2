import { flags } from '@sidetone/contract/entities/flags.ts';
import { plan } from '@sidetone/contract/entities/plan.ts';
import type { OfferedTo } from '@sidetone/contract/rules/offered-integrations.ts';
import { notFound } from '../requests/refusal.ts';
import type { Writer } from '../storage/writer.ts';

const allowed = plan.shape.allowedIntegrations.catch([]);

/** What of an account decides which integrations it is offered. */
export async function offeredTo(db: Writer, accountId: string): Promise<OfferedTo> {
  const row = await db.selectFrom('accounts').select(['plan', 'flags']).where('id', '=', accountId).executeTakeFirst();
  if (!row) throw notFound('account');
  return {
    allowlist: allowed.parse(row.plan['allowedIntegrations']),
    isTestAccount: flags.parse(row.flags).isTestAccount,
  };
}
