import { privateHosts } from '../../network/private-hosts.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Writer } from '../../storage/writer.ts';
import { type DeliveryParts, webhookDeliveries } from './deliveries.ts';
import { webhookRoutes } from './routes.ts';

interface WebhooksParts extends DeliveryParts {
  /** Hosts of the server's own network that may be sent to, see WEBHOOK_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[];
  /** Closes what `post` keeps open. */
  close(): void;
}

/** Documented calls of shared channels, sent to programs of the account. `offer` and `endOf` are for those who document and delete calls. */
export function webhooksFeature({ privateHosts: named, close, ...parts }: WebhooksParts): {
  readonly feature: Feature;
  offer(call: { readonly channelId: string; readonly docId: string }): Promise<void>;
  endOf(trx: Writer, call: { readonly channelId: string; readonly docId: string }): Promise<void>;
} {
  const { db, box, post, host } = parts;
  const deliveries = webhookDeliveries(parts);
  return {
    offer: deliveries.offer,
    endOf: deliveries.endOf,
    feature: {
      answers: webhookRoutes({ db, box, post, host, hosts: privateHosts(named) }),
      jobs: [{ name: 'webhooks: deliveries that wait', resume: () => deliveries.resume() }],
      sweeps: [{ name: 'old deliveries of webhooks', run: () => deliveries.forget() }],
      async stop() {
        await deliveries.stop();
        close();
      },
    },
  };
}
