/**
 * What is open beside a table, where a dialog may stand over the page: with an address that has both, the dialog comes first
 * and the other opens once it is closed, since of two that open at once nobody knows which is in front. What was open
 * (`shown`) before the dialog stays.
 */
export function openUnder(wanted: string | null, hasDialog: boolean, shown: string | null): string | null {
  return hasDialog && wanted !== shown ? null : wanted;
}
