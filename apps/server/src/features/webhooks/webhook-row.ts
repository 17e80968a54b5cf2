import { type Webhook, type WebhookChange, webhook } from '@sidetone/contract/entities/webhook.ts';
import { endsOf, isSecretHeader } from '@sidetone/contract/rules/ai/webhooks.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../storage/schema.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

export type WebhookRow = Selectable<Schema['webhooks']>;

/** A header as it is kept: a secret sealed, in base64. */
const keptHeader = z.object({
  name: z.string(),
  value: z.string().nullable(),
  sealed: z.string().nullable(),
  ends: z.string().nullable(),
});
type KeptHeader = z.infer<typeof keptHeader>;
const keptHeaders = z.array(keptHeader);

/** As administrators see it: of secrets only their last characters. */
export function webhookOf(row: WebhookRow): Webhook {
  return webhook.parse({
    id: row.id,
    url: row.url,
    method: row.method,
    headers: keptHeaders.parse(row.headers).map(({ name, value, ends }) => ({ name, value, ends })),
    channels: row.channel_ids ?? [],
    payload: row.payload,
    state: row.state,
    rev: Number(row.rev),
  });
}

/** The headers as they are kept from now on; null stands for the secret that is kept already. */
export function headersToKeep(
  box: Pick<SecretBox, 'seal'>,
  entered: WebhookChange['headers'],
  before: WebhookRow | null,
): KeptHeader[] {
  const kept = before === null ? [] : keptHeaders.parse(before.headers);
  return entered.map(({ name, value }) => {
    if (value === null) {
      const same = kept.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return { name, value: null, sealed: same?.sealed ?? null, ends: same?.ends ?? '' };
    }
    if (!isSecretHeader(name)) return { name, value, sealed: null, ends: null };
    return { name, value: null, sealed: box.seal(value).toString('base64'), ends: endsOf(value) };
  });
}

/** The same as they are sent. Throws where another data folder sealed a secret. */
export function headersToSend(box: Pick<SecretBox, 'unseal'>, row: WebhookRow): Record<string, string> {
  const entries = keptHeaders.parse(row.headers).map(({ name, value, sealed }): [string, string] => {
    return [name, sealed === null ? (value ?? '') : box.unseal(Buffer.from(sealed, 'base64'))];
  });
  return Object.fromEntries(entries);
}
