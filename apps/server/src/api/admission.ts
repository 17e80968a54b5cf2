import type { Route } from '@sidetone/contract/http/route.ts';
import { routes as allRoutes, type RouteName } from '@sidetone/contract/http/routes.ts';
import { scopeOfRoute } from '@sidetone/contract/http/token-scopes.ts';
import type { AdminRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { isOpenTo, rolesForRoute } from '@sidetone/contract/rules/admin/role-table.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayAdminister } from '../requests/admin-networks.ts';
import { bearerToken, type Caller, type FindCaller } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { type HandOn, handOnBy } from './elsewhere.ts';
import { mostOfSignIn } from './expensive-routes.ts';
import { turnsOfNetwork } from './held-by-network.ts';
import type { OwnNames } from './own-names.ts';
import { networkFailureLimit, networkRateLimit, rateLimit } from './rate-limit.ts';

const windowMs = 10_000;
/**
 * Requests of one network to one public route, and of one user to the others, in ten seconds. Windows behind one address
 * that all ask whether the server lives must not keep anyone from signing in. `token`: requests with one API token.
 * `unknown`: access tokens that nobody knows, each of which is looked up in the database. As many tokens are looked up at
 * the same time, and the others wait for their turn.
 */
const most = { public: 300, user: 2000, token: 100, unknown: 100 };

/** What an API token has to be made for, by the route. */
const scopes = new Map<Route, string>(
  Object.entries(scopeOfRoute).map(([name, scope]) => [allRoutes[name as RouteName], scope]),
);

/** Whom a route is open to besides administrators. */
const opening = new Map<Route, readonly AdminRole[]>(
  (Object.entries(allRoutes) as [RouteName, Route][]).map(([name, route]) => [route, rolesForRoute(name)]),
);

/** Limits of routes that cost much. */
const limitsOfRoutes = (routes: readonly Route[]): ReadonlyMap<Route, (key: string) => void> =>
  new Map(
    routes.flatMap((route) => {
      const most = mostOfSignIn(route);
      return most === null ? [] : [[route, rateLimit({ most, windowMs })]];
    }),
  );

/** Throws `Refusal` SCOPE_MISSING where an API token was not made for this route. */
function requireScope(route: Route, { scopes: given }: Caller): void {
  if (given === undefined) return;
  const needed = scopes.get(route);
  if (needed === undefined) throw new Refusal('SCOPE_MISSING', 'API tokens are not taken here.');
  if (!given.includes(needed)) throw new Refusal('SCOPE_MISSING', `This needs a token with the scope ${needed}.`);
}

/**
 * Who may call which route, and how often. Asked before the body of a request is read. A request of a company that is at home
 * elsewhere is handed on once it is known whose it is; there it is asked for all the same.
 */
export function admission(
  routes: readonly Route[],
  findCaller: FindCaller,
  names: Pick<OwnNames, 'companyOf'>,
  handOn: HandOn = handOnBy(undefined),
) {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const perNetwork = networkRateLimit({ most: most.public, windowMs });
  const perUser = rateLimit({ most: most.user, windowMs });
  const perToken = rateLimit({ most: most.token, windowMs });
  const unknown = networkFailureLimit({ most: most.unknown, windowMs });
  const turn = turnsOfNetwork(most.unknown);
  const limited = limitsOfRoutes(routes);

  const lookUp = async (token: string, address: string): Promise<Caller> => {
    unknown.check(address);
    const done = await turn(address);
    try {
      // Those that had their turn before may have been too many.
      unknown.check(address);
      return await findCaller(token);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') unknown.count(address);
      throw error;
    } finally {
      done();
    }
  };

  const admit = (route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (route.audience === 'public') {
      perNetwork(request.ip, route.path);
      return;
    }
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new Refusal('UNAUTHENTICATED', 'An access token is needed.');
    const caller = await lookUp(token, request.ip);
    // A sign-in of another company is none at the address of this one.
    const { accountId = caller.accountId } = names.companyOf(request.hostname) ?? {};
    if (accountId !== caller.accountId) throw new Refusal('UNAUTHENTICATED', 'This is the address of another company.');
    if (caller.scopes === undefined) perUser(caller.userId);
    else perToken(caller.grantId);
    if (await handOn(caller.accountId, request, reply)) return;
    requireScope(route, caller);
    if (route.audience === 'admin' && !isOpenTo(caller, opening.get(route) ?? [])) {
      throw new Refusal('FORBIDDEN', 'This is for administrators.');
    }
    const isOutside = !mayAdminister(caller.adminNetworks ?? [], request.ip);
    if (route.audience === 'admin' && isOutside) {
      throw new Refusal('NETWORK_NOT_ALLOWED', 'The company is not administered from this network.');
    }
    limited.get(route)?.(caller.grantId);
    // From elsewhere they are a user like others.
    callers.set(request, isOutside ? { ...caller, admin: false, roles: [] } : caller);
  };

  return { admit, callerOf: (request: FastifyRequest): Caller | null => callers.get(request) ?? null };
}
