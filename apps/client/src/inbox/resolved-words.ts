/**
 * Key of the words under `inbox` for an order to resolve calls, or to reopen one: how many changed, or that a colleague
 * did it before. `changed` is the server's number.
 */
export function resolvedWord(
  resolved: boolean,
  changed: number,
): 'resolved' | 'resolvedBefore' | 'reopened' | 'reopenedBefore' {
  if (changed === 0) return resolved ? 'resolvedBefore' : 'reopenedBefore';
  return resolved ? 'resolved' : 'reopened';
}
