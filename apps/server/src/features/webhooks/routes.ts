import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound } from '../../requests/refusal.ts';
import { readDeliveries } from './deliveries.ts';
import type { Post } from './ports.ts';
import { testWebhook } from './test-webhook.ts';
import { type AskedBy, readWebhooks, removeWebhook, renewSecret, saveWebhook, type WebhookDeps } from './webhooks.ts';

/** What administrators set up of webhooks; each of their own account. */
export function webhookRoutes(deps: WebhookDeps & { readonly post: Post; readonly host: string }): Answer[] {
  const { db } = deps;
  return [
    answer(routes.webhooks, async (asked) => ({ webhooks: await readWebhooks(db, byOf(asked).accountId) })),
    answer(routes.saveWebhook, (asked) => saveWebhook(deps, byOf(asked), asked.params.webhookId, asked.body)),
    answer(routes.removeWebhook, async (asked) => {
      await removeWebhook(deps, byOf(asked), asked.params.webhookId);
      return {};
    }),
    answer(routes.testWebhook, (asked) => testWebhook(deps, byOf(asked), asked.params.webhookId)),
    answer(routes.renewWebhookSecret, async (asked) => ({
      secret: await renewSecret(deps, byOf(asked), asked.params.webhookId),
    })),
    answer(routes.webhookDeliveries, async (asked) => ({
      deliveries: await readDeliveries(db, byOf(asked).accountId),
    })),
  ];
}

/** Who asks, about their own account. Throws `Refusal` NOT_FOUND for another one. */
function byOf({
  caller,
  address,
  params,
}: {
  readonly caller: Caller;
  readonly address: string;
  readonly params: { readonly accountId: string };
}): AskedBy {
  if (params.accountId !== caller.accountId) throw notFound('account');
  return { userId: caller.userId, accountId: caller.accountId, address };
}
