import type { WebhookMethod, WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MailServers } from '../../mail/mail-servers.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

/** Signs a body and posts it, as webhooks of calls are sent: no redirects, and not into the server's own network. */
type PostSigned = (
  posting: {
    readonly url: string;
    readonly method: WebhookMethod;
    readonly secret: string;
    readonly eventId: string;
    readonly type: string;
    readonly contentType: string;
    readonly body: string;
  },
  signal: AbortSignal,
) => Promise<
  | { readonly outcome: 'arrived' }
  | { readonly outcome: 'gone' | 'failed'; readonly status: number | null; readonly problem: WebhookProblem }
>;

/** Where notices go out. */
export interface SendingDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly servers: MailServers;
  readonly post: PostSigned;
  /** Where others reach this server; null where nobody said so. */
  readonly origin: string | null;
  /** The host that this server is known by. */
  readonly host: string;
  /** Seconds before each further try; left out: as usual. */
  readonly pausesSeconds?: readonly number[];
}
