import { companyQueries } from '@sidetone/contract/documents/company-queries.ts';
import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { companyRoutes } from '@sidetone/contract/http/admin/company-routes.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Caller } from '../../../requests/callers.ts';
import type { Database } from '../../../storage/database.ts';
import type { LinkPlace, LinkPost } from '../users/send-link.ts';
import { needServer, runsServer } from './account.ts';
import {
  addCompany,
  changeCompany,
  companies,
  type Operator,
  removeCompany,
  requireOtherHost,
  resumeCompany,
  suspendCompany,
  useOfCompany,
} from './companies.ts';

interface CompanyParts {
  readonly db: Database;
  readonly post: LinkPost;
  /** The server's own address. */
  readonly publicUrl: string | undefined;
  /** The home of companies that are added here. */
  readonly node: string;
  linkPlaceAt(origin: string): LinkPlace;
  /** Removes those files of a company that no sweep looks for, by its id and the ids of its announcements. */
  removeFiles(accountId: string, announcementIds: readonly string[]): Promise<void>;
}

/** Companies of the server, for administrators of the one that runs it. */
export function operatorRoutes({ db, post, publicUrl, node, linkPlaceAt, removeFiles }: CompanyParts): Answer[] {
  const operator = async ({ caller, address }: { caller: Caller; address: string }): Promise<Operator> => {
    await needServer(db, caller.accountId);
    return { userId: caller.userId, address };
  };
  return [
    answer(companyRoutes.addCompany, async (asked) => {
      const by = await operator(asked);
      const { administrator, ...about } = asked.body;
      requireOtherHost(about.publicUrl, publicUrl);
      const desk = { db, post, place: linkPlaceAt(asked.origin) };
      return await addCompany(desk, by, { ...about, node, administrator: newUser.parse(administrator) });
    }),
    answer(companyRoutes.changeCompany, async (asked) => {
      const by = await operator(asked);
      requireOtherHost(asked.body.publicUrl, publicUrl);
      await changeCompany(db, by, { ...asked.params, ...asked.body });
      return {};
    }),
    answer(companyRoutes.suspendCompany, async (asked) => {
      await suspendCompany(db, await operator(asked), asked.params.accountId);
      return {};
    }),
    answer(companyRoutes.resumeCompany, async (asked) => {
      await resumeCompany(db, await operator(asked), asked.params.accountId);
      return {};
    }),
    answer(companyRoutes.removeCompany, async (asked) => {
      const by = await operator(asked);
      const { accountId } = asked.params;
      await removeCompany(db, by, { accountId, name: asked.body.name }, (ids) => removeFiles(accountId, ids));
      return {};
    }),
  ];
}

/** Users, calls and files change without a row of the account changing. */
const recheckMs = 5_000;

export const companyDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof companyQueries.adminCompanyUse>(db, {
    query: companyQueries.adminCompanyUse,
    recheckMs,
    topics: ({ accountId }) => [topic('accounts', 'id', accountId)],
    async rows({ accountId }) {
      const use = await useOfCompany(db, accountId);
      return use ? [{ ...use, rev: 0 }] : [];
    },
  }),
  adminSource<typeof companyQueries.adminCompanies>(db, {
    query: companyQueries.adminCompanies,
    recheckMs,
    topics: ({ accountId }) => [topic('accounts', 'id', accountId)],
    async rows({ accountId }) {
      if (!(await runsServer(db, accountId))) return [];
      return (await companies(db)).map((company) => ({ ...company, rev: 0 }));
    },
  }),
];
