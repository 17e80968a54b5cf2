import type { Logger } from 'pino';
import type { PresenceDesk } from '../../identity/presence-desk.ts';
import { signInThrottle } from '../../identity/throttle.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MailServers } from '../../mail/mail-servers.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { adminChannelDocuments } from './channels/channel-documents.ts';
import { adminChannelRoutes } from './channels/channel-routes.ts';
import type { FindBlock, TryRouting } from './channels/routing-trial.ts';
import { adminAccountDocuments } from './company/account-documents.ts';
import { adminAccountRoutes } from './company/account-routes.ts';
import type { Backups } from './company/backups.ts';
import { companyDocuments, operatorRoutes } from './company/company-routes.ts';
import { keepMailingAlerts } from './company/mail-alerts.ts';
import { conferenceRoomDocuments, conferenceRoomRoutes } from './conference-rooms/room-routes.ts';
import type { SipServer } from './devices/desk-phones.ts';
import { adminDeviceDocuments } from './devices/device-documents.ts';
import { adminDeviceRoutes } from './devices/device-routes.ts';
import type { TestLine } from './devices/line-tests.ts';
import { adminSipAccountDocuments } from './devices/sip-account-documents.ts';
import { adminSipAccountRoutes } from './devices/sip-account-routes.ts';
import type { FindInnerRegistrar } from './devices/sip-accounts.ts';
import type { FindInnerHost } from './devices/trunk-host.ts';
import type { AskTrunk } from './devices/trunks.ts';
import { directoryRoutes } from './directory/directory-routes.ts';
import { openingHoursDocuments } from './opening-hours/hours-documents.ts';
import { openingHoursRoutes } from './opening-hours/hours-routes.ts';
import { keepHolidaysAhead } from './opening-hours/keep-holidays.ts';
import { pagingDocuments, pagingRoutes } from './paging/paging-routes.ts';
import { peopleImportDocuments } from './people-import/import-documents.ts';
import { peopleImportRoutes } from './people-import/import-routes.ts';
import { peopleImports } from './people-import/people-imports.ts';
import { skillDocuments, skillRoutes } from './skills/skill-routes.ts';
import { type LinkPlace, linkPost } from './users/send-link.ts';
import { adminUserDocuments } from './users/user-documents.ts';
import { adminUserRoutes } from './users/user-routes.ts';
import { voiceMenuDocuments } from './voice-menus/menu-documents.ts';
import { voiceMenuRoutes } from './voice-menus/menu-routes.ts';

export interface AdministrationDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** By which server mail of an account goes out; without one links are shown. */
  readonly mail: MailServers;
  /** The operator's own address for this server; without it nobody who has not signed in is mailed a link. */
  readonly publicUrl: string | undefined;
  /** The home of companies that are added here. */
  readonly node: string;
  /** Where links lead to, for someone who asks at this origin; null: for nobody in particular. */
  linkPlaceAt(origin: string | null): LinkPlace;
  /** How a device reaches the server that a browser reached at this origin. */
  sipServerAt(origin: string): SipServer;
  /** Where phones that a browser at this origin sets up fetch their settings; null where they cannot. */
  setupOriginAt(origin: string): string | null;
  /** Asks a phone to fetch its settings; gives how many of its registrations were asked. */
  tellToFetch(phoneId: string): number;
  readonly tryRouting: TryRouting;
  readonly findBlock: FindBlock;
  readonly askTrunk: AskTrunk;
  readonly testLine: TestLine;
  readonly findInnerHost: FindInnerHost;
  readonly findInnerRegistrar: FindInnerRegistrar;
  readonly backups: Backups;
  /** Removes those files of a company that no sweep looks for, by its id and the ids of its announcements. */
  removeFiles(accountId: string, announcementIds: readonly string[]): Promise<void>;
  readonly presence: PresenceDesk;
}

/** Everything that administrators see and do, and what they are mailed. */
export function administrationFeature(deps: AdministrationDeps): Feature {
  const { db, jobs, log, mail, backups, publicUrl, linkPlaceAt } = deps;
  const post = linkPost({ db, log, servers: mail });
  const imports = peopleImports({ db, jobs, log });
  return {
    hears: () => keepMailingAlerts({ db, servers: mail, log, publicUrl }),
    sources: [
      ...adminAccountDocuments({
        db,
        sendsMail: post.sendsMail,
        linksReach: linkPlaceAt(null).reach,
        offersHttps: deps.setupOriginAt('http://localhost') !== null,
        backups,
      }),
      ...companyDocuments(db),
      ...adminUserDocuments(db, deps.presence),
      ...peopleImportDocuments(db),
      ...adminChannelDocuments(db),
      voiceMenuDocuments(db),
      conferenceRoomDocuments(deps),
      openingHoursDocuments(db),
      skillDocuments(db),
      pagingDocuments(db),
      ...adminDeviceDocuments(db),
      ...adminSipAccountDocuments(db),
    ],
    answers: [
      ...adminUserRoutes({ db, post, throttle: signInThrottle(db), log, linkPlaceAt, publicUrl }),
      ...directoryRoutes(db),
      ...peopleImportRoutes(imports),
      ...adminChannelRoutes(deps),
      ...voiceMenuRoutes(deps),
      ...conferenceRoomRoutes(deps),
      ...openingHoursRoutes(deps),
      ...skillRoutes(deps),
      ...pagingRoutes(deps),
      ...adminDeviceRoutes(deps),
      ...adminSipAccountRoutes(deps),
      ...adminAccountRoutes({ db, backups }),
      ...operatorRoutes({ ...deps, post }),
    ],
    jobs: [{ name: 'people imports: resuming', resume: () => imports.resume() }],
    sweeps: [
      { name: 'people imports', run: () => imports.resume() },
      { name: 'public holidays', run: () => keepHolidaysAhead({ db, log }) },
    ],
    stop: () => imports.stop(),
  };
}
