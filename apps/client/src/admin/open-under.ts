/**
 * The panel that is open beside a table, where a dialog may be over the page. With an address that has both, the dialog
 * comes first and the panel opens once it is closed, since of two that open at the same time either may be in front. A
 * panel that was open (`shown`) before the dialog stays.
 */
export function openUnder(wanted: string | null, hasDialog: boolean, shown: string | null): string | null {
  return hasDialog && wanted !== shown ? null : wanted;
}
