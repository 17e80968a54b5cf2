import { isDeepStrictEqual } from 'node:util';
import type { DestinationProblem } from '@sidetone/contract/entities/channel-routing.ts';
import {
  type ForwardTarget,
  type LineForwarding,
  type LineForwardingChange,
  readLineForwarding,
} from '@sidetone/contract/entities/line-forwarding.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import { jsonText } from '../storage/json-text.ts';
import type { Writer } from '../storage/writer.ts';
import { whyNotSentTo } from './outside-targets.ts';

interface ChangedForwarding {
  readonly channelId: string;
  readonly forwarding: LineForwarding;
  /** For the audit log; null where it was so before. */
  readonly detail: { readonly forwarding: { readonly from: LineForwarding; readonly to: LineForwarding } } | null;
}

/**
 * Changes where the calls of a user's own line go, from the next call on; who may do so has been asked before. Throws `Refusal`
 * NOT_FOUND for a user without a line in this account, CONFLICT where the rules have changed since, VALIDATION_FAILED for targets that no call could come to, each with
 * the field that names it and a `DestinationProblem` as the issue's message. What the rules name already is not asked about
 * again.
 */
export async function changeLineForwarding(
  trx: Writer,
  { accountId, userId, change }: { accountId: string; userId: string; change: LineForwardingChange },
): Promise<ChangedForwarding> {
  const channel = await trx
    .selectFrom('channels')
    .select(['id', 'forwarding'])
    .where('account_id', '=', accountId)
    .where('type', '=', 'private')
    .where('owner_user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!channel) throw notFound('user');
  const before = readLineForwarding(channel.forwarding);
  if (change.revision !== undefined && change.revision !== before.revision) {
    throw new Refusal('CONFLICT', 'The rules have changed since.');
  }
  const { ringSeconds = before.ringSeconds, rules = before.rules, mobiles = before.mobiles } = change;
  const isSame = isDeepStrictEqual([ringSeconds, rules, mobiles], [before.ringSeconds, before.rules, before.mobiles]);
  const revision = isSame ? before.revision : before.revision + 1;
  const after: LineForwarding = { isOn: change.isOn ?? before.isOn, ringSeconds, rules, mobiles, revision };
  const same = new Set(before.rules.map(({ to }) => JSON.stringify(to)));
  const issues: { path: string; message: DestinationProblem }[] = [];
  for (const [at, { to }] of after.rules.entries()) {
    if (same.has(JSON.stringify(to))) continue;
    const problem = await problemOf(trx, accountId, userId, to);
    if (problem !== null) issues.push({ path: `rules.${at}.to`, message: problem });
  }
  const kept = new Set(before.mobiles.map(({ number }) => number));
  for (const [at, { number }] of mobiles.entries()) {
    if (kept.has(number)) continue;
    const problem = await whyNotSentTo(trx, accountId, number);
    if (problem !== null) issues.push({ path: `mobiles.${at}.number`, message: problem });
  }
  if (issues.length > 0) throw new Refusal('VALIDATION_FAILED', 'No call could be sent there.', { issues });
  await trx
    .updateTable('channels')
    .set({ forwarding: jsonText(after) })
    .where('id', '=', channel.id)
    .execute();
  const detail = isDeepStrictEqual(before, after) ? null : { forwarding: { from: before, to: after } };
  return { channelId: channel.id, forwarding: after, detail };
}

async function problemOf(
  trx: Writer,
  accountId: string,
  userId: string,
  to: ForwardTarget,
): Promise<DestinationProblem | null> {
  switch (to.kind) {
    case 'voicemail':
      return null;
    case 'number':
      return await whyNotSentTo(trx, accountId, to.number);
    case 'colleague': {
      if (to.userId === userId) return 'itself';
      const colleague = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', to.userId)
        .where('account_id', '=', accountId)
        .where('deactivated_at', 'is', null)
        .executeTakeFirst();
      return colleague ? null : 'gone';
    }
  }
}
