import type { WebhookMethod, WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MailServers } from '../../mail/mail-servers.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

/** One request to a receiver, as webhooks of calls are sent: no redirects, and not into the server's own network. */
type Post = (
  posting: {
    readonly url: string;
    readonly method: WebhookMethod;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  signal: AbortSignal,
) => Promise<
  | { readonly status: number; readonly retryAfterSeconds: number | null }
  | { readonly status: null; readonly problem: WebhookProblem }
>;

/** Where notices go out. */
export interface SendingDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly servers: MailServers;
  readonly post: Post;
  /** Signs a body as webhooks of calls are signed. */
  sign(secret: string, timestamp: number, body: string): string;
  /** Where others reach this server; null where nobody said so. */
  readonly origin: string | null;
  /** The host that this server is known by. */
  readonly host: string;
  /** Seconds before each further try; left out: as usual. */
  readonly pausesSeconds?: readonly number[];
}
