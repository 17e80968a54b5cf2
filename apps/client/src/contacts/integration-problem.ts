import type { IntegrationProblem } from '@sidetone/contract/entities/integration.ts';
import { type IntegrationErrorKey, integrationErrorKeys } from '@sidetone/contract/rules/integration-errors.ts';
import type { TFunction } from 'i18next';
import { ApiError, codeOf } from '#live/line/api-error.ts';

/** What people read of an error of an integration: the words of its key, else what the other side said, else that nobody knows. */
export function problemText(t: TFunction, problem: Partial<IntegrationProblem>): string {
  const key = integrationErrorKeys.find((known): known is IntegrationErrorKey => known === problem.translationKey);
  if (key !== undefined) return t(($) => $.integrations.errors[key]);
  return problem.detail?.trim() || t(($) => $.integrations.unknownError);
}

/** Whether the rest came all the same: a part of it lies where nothing is asked. */
export const isInPart = (problem: Partial<IntegrationProblem>): boolean => problem.translationKey === 'leftOut';

/** What an integration said of an error; null where it said nothing, and of every other error. */
export function saidOf(error: unknown): Partial<IntegrationProblem> | null {
  if (!(error instanceof ApiError)) return null;
  const { type, detail, translationKey } = error.integration;
  return type === undefined && detail === undefined && translationKey === undefined ? null : error.integration;
}

/** Why a contact was not deleted: what its address book said, where it said something. */
export function deletingFailed(t: TFunction, error: unknown, integration: string): string {
  const code = codeOf(error);
  if (code === 'INTEGRATION_REFRESH') return t(($) => $.contactForm.failed.refresh, { integration });
  const said = saidOf(error);
  if (said !== null) return problemText(t, said);
  return code === 'INTEGRATION_FAILED'
    ? t(($) => $.contactForm.delete.failedText, { integration })
    : t(($) => $.errors[code]);
}
