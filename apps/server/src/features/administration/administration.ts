import type { Logger } from 'pino';
import type { LiveSource } from '../../documents/live-source.ts';
import { signInThrottle } from '../../identity/throttle.ts';
import type { Answer } from '../../requests/answer.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { adminAccountDocuments } from './account-documents.ts';
import { adminAccountRoutes } from './account-routes.ts';
import type { Backups } from './backups.ts';
import { adminChannelDocuments } from './channel-documents.ts';
import { adminChannelRoutes } from './channel-routes.ts';
import type { SipServer } from './desk-phones.ts';
import { adminDeviceDocuments } from './device-documents.ts';
import { adminDeviceRoutes } from './device-routes.ts';
import { smtpMailer } from './mail.ts';
import { keepMailingAlerts } from './mail-alerts.ts';
import type { TryRouting } from './routing-trial.ts';
import { type LinkPlace, linkPost } from './send-link.ts';
import { adminSipAccountDocuments } from './sip-account-documents.ts';
import { adminSipAccountRoutes } from './sip-account-routes.ts';
import type { FindInnerRegistrar } from './sip-accounts.ts';
import type { FindInnerHost } from './trunk-host.ts';
import type { AskTrunk } from './trunks.ts';
import { adminUserDocuments } from './user-documents.ts';
import { adminUserRoutes } from './user-routes.ts';

export interface AdministrationDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly log: Logger;
  /** Where mail goes out; undefined: links are shown. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** The operator's own address for this server; without it nobody who has not signed in is mailed a link. */
  readonly publicUrl: string | undefined;
  /** Where links lead to, for someone who asks at this origin; null: for nobody in particular. */
  linkPlaceAt(origin: string | null): LinkPlace;
  /** How a device reaches the server that a browser reached at this origin. */
  sipServerAt(origin: string): SipServer;
  readonly tryRouting: TryRouting;
  readonly askTrunk: AskTrunk;
  readonly findInnerHost: FindInnerHost;
  readonly findInnerRegistrar: FindInnerRegistrar;
  readonly backups: Backups;
}

/** Everything that administrators see and do, and what they are mailed until `stop`. */
export function administration(deps: AdministrationDeps): {
  sources: LiveSource[];
  answers: Answer[];
  stop(): void;
} {
  const { db, log, mail, backups, publicUrl, linkPlaceAt } = deps;
  const mailer = mail === undefined ? null : smtpMailer(mail);
  const post = linkPost({ db, log, mailer });
  return {
    stop: mailer === null ? () => {} : keepMailingAlerts({ db, mailer, log, publicUrl }),
    sources: [
      ...adminAccountDocuments({ db, sendsMail: post.sendsMail, linksReach: linkPlaceAt(null).reach, backups }),
      ...adminUserDocuments(db),
      ...adminChannelDocuments(db),
      ...adminDeviceDocuments(db),
      ...adminSipAccountDocuments(db),
    ],
    answers: [
      ...adminUserRoutes({ db, post, throttle: signInThrottle(db), log, linkPlaceAt, publicUrl }),
      ...adminChannelRoutes(deps),
      ...adminDeviceRoutes(deps),
      ...adminSipAccountRoutes(deps),
      ...adminAccountRoutes({ db, backups }),
    ],
  };
}
