import { apiTokenRoutes } from '@sidetone/contract/http/api-token-routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { FindCaller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { callerOf, isApiToken, makeToken, removeToken, tokensOf } from './tokens.ts';

/** Tokens by which programs use the API, for a company or for one user. */
export const apiTokensFeature = (db: Database): Feature => ({
  answers: [...companyAnswers(db), ...personalAnswers(db)],
});

/** Finds who comes with an API token, and hands other tokens on. */
export const findByApiToken =
  (db: Database, findCaller: FindCaller): FindCaller =>
  (token) =>
    isApiToken(token) ? callerOf(db, token) : findCaller(token);

const companyAnswers = (db: Database): Answer[] => [
  answer(apiTokenRoutes.companyTokens, async ({ caller }) => ({ tokens: await tokensOf(db, 'company', caller) })),
  answer(apiTokenRoutes.createCompanyToken, ({ body, ...by }) => makeToken(db, 'company', body, by)),
  answer(apiTokenRoutes.deleteCompanyToken, async ({ params, ...by }) => {
    await removeToken(db, 'company', params.tokenId, by);
    return {};
  }),
];

const personalAnswers = (db: Database): Answer[] => [
  answer(apiTokenRoutes.personalTokens, async ({ caller }) => ({ tokens: await tokensOf(db, 'user', caller) })),
  answer(apiTokenRoutes.createPersonalToken, ({ body, ...by }) => makeToken(db, 'user', body, by)),
  answer(apiTokenRoutes.deletePersonalToken, async ({ params, ...by }) => {
    await removeToken(db, 'user', params.tokenId, by);
    return {};
  }),
];
