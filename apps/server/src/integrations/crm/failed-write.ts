import type { CauseOfFailure } from '../../crm/crm-access.ts';
import { IntegrationError, type IntegrationErrorType } from '../connector.ts';

/** What follows from a request that certainly did nothing. */
const causes: Readonly<Record<IntegrationErrorType, CauseOfFailure>> = {
  refresh: 'blocked',
  forbidden: 'blocked',
  /** The vendor's plan or quota of records, which a person has to change. */
  limit: 'blocked',
  unreachable: 'delayed',
  rate_limited: 'delayed',
  conflict: 'delayed',
  failed: 'delayed',
  invalid: 'refused',
  invalid_url: 'refused',
  not_found: 'refused',
  email_conflict: 'refused',
  too_many_numbers: 'refused',
  invalid_phone_type: 'refused',
};

/**
 * What a failed request moves its entry of the ledger by. `mayRepeat`: sending it again makes no second record, as it is
 * with a change, a removal, and a CRM whose keys are unique. Whatever is no `IntegrationError` may have happened before or
 * after the CRM took it.
 */
export function causeOfFailure(error: unknown, mayRepeat: boolean): CauseOfFailure {
  const known = error instanceof IntegrationError ? error : null;
  if (!mayRepeat && !known?.provablyNotTaken) {
    return 'unclear';
  }
  return known ? causes[known.type] : 'delayed';
}
