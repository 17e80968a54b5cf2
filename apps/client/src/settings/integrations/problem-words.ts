import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { TFunction } from 'i18next';
import { problemText, saidOf } from '#contacts/integration-problem.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';

/** Kinds of errors whose name says where the fault is; the others have none of their own. */
const causes = ['refresh', 'unreachable', 'invalid_url', 'forbidden', 'limit', 'not_found'] as const;

export interface Told {
  readonly title: string;
  readonly text: string;
}

/** Why a stored sign-in has to be entered again, where that is more than a refusal. */
export function whyAnew(
  t: TFunction,
  name: string,
  connection: Pick<ConnectedIntegration, 'problem'> | null,
): Told | null {
  const problem = connection?.problem;
  if (problem?.translationKey !== 'elsewhere') return null;
  return { title: t(($) => $.integrations.causes.refresh, { name }), text: problemText(t, problem) };
}

/** Why an integration was not saved: the cause as the title where there is one, and the other side's words below. */
export function savingFailed(t: TFunction, error: unknown, name: string): Told {
  const title = t(($) => $.integrations.notSaved);
  const code = codeOf(error);
  if (!(error instanceof ApiError)) return { title, text: t(($) => $.integrations.tryAgain, { name }) };
  const problem = saidOf(error);
  if (problem === null) {
    const isOfIntegration = code === 'INTEGRATION_FAILED' || code === 'INTEGRATION_REFRESH';
    return { title, text: isOfIntegration ? t(($) => $.integrations.tryAgain, { name }) : t(($) => $.errors[code]) };
  }
  const cause = causes.find((known) => known === problem.type);
  return {
    title: cause === undefined ? title : t(($) => $.integrations.causes[cause], { name }),
    text: problemText(t, problem),
  };
}
