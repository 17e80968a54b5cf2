import type { IntegrationProblem } from '@sidetone/contract/entities/integration.ts';
import { type IntegrationErrorKey, integrationErrorKeys } from '@sidetone/contract/rules/integration-errors.ts';
import type { TFunction } from 'i18next';
import { ApiError, codeOf } from '#live/line/api-error.ts';

/**
 * The words for an error of an integration: those of its key, else the other side's own, else that the reason is not
 * known.
 */
export function problemText(t: TFunction, problem: Partial<IntegrationProblem>): string {
  const key = integrationErrorKeys.find((known): known is IntegrationErrorKey => known === problem.translationKey);
  if (key !== undefined) return t(($) => $.integrations.errors[key]);
  return problem.detail?.trim() || t(($) => $.integrations.unknownError);
}

/** Whether the rest came nevertheless: only a part of it is where the app may not look. */
export const isInPart = (problem: Partial<IntegrationProblem>): boolean => problem.translationKey === 'leftOut';

/** An integration's own words about an error; null where there are none, and for every other error. */
export function saidOf(error: unknown): Partial<IntegrationProblem> | null {
  if (!(error instanceof ApiError)) return null;
  const { type, detail, translationKey } = error.integration;
  return type === undefined && detail === undefined && translationKey === undefined ? null : error.integration;
}

/** Why a contact was not deleted, in the words of its address book where it gave a reason. */
export function deletingFailed(t: TFunction, error: unknown, integration: string): string {
  const code = codeOf(error);
  if (code === 'INTEGRATION_REFRESH') return t(($) => $.contactForm.failed.refresh, { integration });
  const said = saidOf(error);
  if (said !== null) return problemText(t, said);
  return code === 'INTEGRATION_FAILED'
    ? t(($) => $.contactForm.delete.failedText, { integration })
    : t(($) => $.errors[code]);
}
