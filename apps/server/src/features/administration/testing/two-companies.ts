import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { callRoute, person, signInAs, testApi } from '../../../testing/test-api.ts';

type Given = Parameters<typeof testApi>[0];

/** The API with a company that has an administrator and a member, and another company with an administrator. */
export async function twoCompanies(given?: Given) {
  const api = await testApi(given);
  const signedIn = async (about: Parameters<typeof person>[1]) => {
    const made = await person(api, about);
    return { ...made, token: (await signInAs(api.url, made.email)).access_token };
  };
  const admin = await signedIn({ firstName: 'Ada', admin: true });
  const member = await signedIn({ firstName: 'Ulf', accountId: admin.accountId });
  const stranger = await signedIn({ firstName: 'Eve', admin: true });
  const ask = <R extends Route>(route: R, request: RouteRequest<R>, who: { token: string } | null = admin) =>
    callRoute(api.url, who?.token, route, request);
  /** What the audit log of the first company says besides who signed in, oldest first. */
  const audited = async () => {
    const rows = await api.db
      .selectFrom('audit_log')
      .select(['action', 'target', 'actor_user_id', 'detail'])
      .where('scope', '=', admin.accountId)
      .where('action', 'not in', ['signIn.succeeded', 'refusal.signIn'])
      .orderBy('id')
      .execute();
    return rows.map(({ action, target, actor_user_id: actor, detail }) => ({ action, target, actor, detail }));
  };
  /** From now on the first company runs the server. */
  const runServer = async () => {
    await api.db.updateTable('accounts').set({ runs_server: true }).where('id', '=', admin.accountId).execute();
  };
  return { api, admin, member, stranger, ask, audited, runServer };
}
export type TwoCompanies = Awaited<ReturnType<typeof twoCompanies>>;
