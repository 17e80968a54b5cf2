import type { AiProblem, AiTestResult } from '@sidetone/contract/entities/ai-connection.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { OpenProviders } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { usableOf } from './connection-row.ts';
import { type AskedBy, note } from './note.ts';

interface TestDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly providers: OpenProviders;
}

/** Somebody waits in front of the page. */
const testWithinMs = 20_000;

/**
 * Asks a service whether it would work, and keeps what it said; no call is sent. Throws `Refusal` NOT_FOUND, and what is no
 * failure of the service.
 */
export async function testConnection(
  { db, box, providers }: TestDeps,
  by: AskedBy,
  id: string,
  withinMs = testWithinMs,
): Promise<AiTestResult> {
  const row = await db
    .selectFrom('ai_connections')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', by.accountId)
    .executeTakeFirst();
  const connection = row && usableOf(row, box);
  if (!row || !connection) throw notFound('AI service');
  const begun = performance.now();
  const found = await ask(providers, connection, AbortSignal.timeout(withinMs));
  const milliseconds = Math.round(performance.now() - begun);
  await db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable('ai_connections')
      .set({ state: found.problem === null ? 'working' : 'failing', problem: found.problem, checked_at: new Date() })
      .where('id', '=', id)
      // What was changed meanwhile was not asked.
      .where('changed_rev', '=', row.changed_rev)
      .returning('id')
      .executeTakeFirst();
    if (kept) await note(trx, by, 'ai.serviceTested', id, { name: row.name, problem: found.problem });
  });
  return { ...found, milliseconds };
}

async function ask(
  providers: OpenProviders,
  connection: UsableConnection,
  signal: AbortSignal,
): Promise<Pick<AiTestResult, 'problem' | 'models'>> {
  try {
    const provider = providers[connection.purpose](connection);
    const { models } = await provider.check(signal);
    return { problem: null, models: models === null ? null : [...models] };
  } catch (error) {
    return { problem: problemOf(error, signal), models: null };
  }
}

function problemOf(error: unknown, signal: AbortSignal): AiProblem {
  if (error instanceof ProviderFailure) return error.problem;
  if (signal.aborted) return 'timedOut';
  throw error;
}
