import { CrmFailure } from '../../../crm/crm-access.ts';
import { Refusal } from '../../../requests/refusal.ts';

/** What a caller is told of a CRM that did not answer as it should; every other error is given back as it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof CrmFailure)) return error;
  const { code: type, detail } = error;
  const code = type === 'refresh' ? 'INTEGRATION_REFRESH' : 'INTEGRATION_FAILED';
  return new Refusal(code, detail, { cause: error, problem: { type, detail } });
}
