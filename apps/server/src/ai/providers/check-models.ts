import { z } from 'zod';
import { ProviderFailure } from './failure.ts';
import { baseOf, keyHeaders } from './service-address.ts';
import type { UsableConnection } from './usable-connection.ts';

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * The models of a service; null where it has no list. Throws `ProviderFailure` where it does not take the key or does not know
 * the model: services know models by more names than they list, so one that is not listed is asked for by its name.
 */
export async function checkModels(
  connection: UsableConnection,
  fetchJson: typeof fetch,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const headers = keyHeaders(connection);
  const base = baseOf(connection);
  const answer = await fetchJson(`${base}/models`, { headers, signal }).catch((error: unknown) => {
    if (error instanceof ProviderFailure && error.problem === 'notFound') return null;
    throw error;
  });
  if (answer === null) return null;
  const read = listed.safeParse(await answer.json());
  if (!read.success) throw new ProviderFailure('never', 'notTheProtocol');
  const models = read.data.data.map(({ id }) => id);
  const { model } = connection;
  if (models.length === 0 || models.some((id) => id === model || id === `${model}:latest`)) return models;
  await fetchJson(`${base}/models/${encodeURIComponent(model)}`, { headers, signal }).catch((error: unknown) => {
    if (error instanceof ProviderFailure && error.status !== null && error.kind === 'never') {
      throw new ProviderFailure('never', 'modelUnknown', { status: error.status });
    }
    throw error;
  });
  return models;
}
