import type { WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

/** What one try came to. `gone`: the receiver wants nothing any more. */
type Posted =
  | { readonly outcome: 'arrived'; readonly status: number }
  | { readonly outcome: 'gone'; readonly status: number; readonly problem: WebhookProblem }
  | {
      readonly outcome: 'failed';
      readonly status: number | null;
      readonly problem: WebhookProblem;
      readonly retryAfterSeconds: number | null;
    };

export interface StreamDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** Signs a body and posts it once. Rejects with the reason of the signal. */
  post(
    posting: {
      readonly url: string;
      readonly method: 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly secret: string;
      readonly eventId: string;
      readonly type: string;
      readonly contentType: string;
      readonly body: string;
    },
    signal: AbortSignal,
  ): Promise<Posted>;
  /** Which hosts of the server's own network may be sent to, see WEBHOOK_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
  newSecret(): string;
  /** The host that this server is known by. */
  readonly host: string;
  /** Sends for companies that are at home at this node. */
  readonly node: string;
}
